/** Why "compared up to" is earlier than the end of the last period. */
export const untilWhen =
  'The two minutes before a comparison wait for the next one: the processor may list the newest payments late.'
