/** With separators: 12,345. */
export const formatCount = (value: number) => value.toLocaleString('en-US')

/** A number with its noun: "1 callback", "2 callbacks". */
export const counted = (value: number, one: string, many = `${one}s`) =>
  `${formatCount(value)} ${value === 1 ? one : many}`

export const milliseconds = (ms: number | null) => (ms === null ? '–' : `${formatCount(Math.round(ms))} ms`)
