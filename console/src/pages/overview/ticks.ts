const stepsAbove = 4

/** The next round number that is at least this, such as 600 or 8,000; at least a cent. */
function roundStep(least: number): number {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(least)))
  const steps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map(times => times * size)
  return steps.find(step => step >= least && Number.isInteger(step)) ?? 10 * size
}

/**
 * Round ticks for a plot with two axes. On some days, more fees are returned than earned: both axes then have the
 * same number of steps below zero, so that their zeros are level.
 */
export function levelTicks(
  left: readonly number[],
  right: readonly number[],
): readonly [left: readonly number[], right: readonly number[]] {
  // Without any amounts in the period, every line of the axis would be zero.
  const step = (values: readonly number[]) => roundStep((Math.max(0, ...values) || 1000) / stepsAbove)
  const steps = [step(left), step(right)] as const
  const stepsBelow = Math.max(
    ...[left, right].map((values, side) => Math.ceil(-Math.min(0, ...values) / (steps[side] ?? 1))),
  )
  const ticks = (step: number) =>
    Array.from({ length: stepsBelow + stepsAbove + 1 }, (_, index) => (index - stepsBelow) * step)
  return [ticks(steps[0]), ticks(steps[1])]
}
