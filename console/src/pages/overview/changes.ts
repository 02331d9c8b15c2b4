/** Above this, the exact number is meaningless: there was almost nothing before. */
const mostPercent = 1_000

function signed(value: number): string {
  const digits = Math.abs(value).toFixed(1)
  if (Number(digits) === 0) return `±${digits}`
  return (value < 0 ? '−' : '+') + digits
}

/** The change of a share, in points. */
export const pointsOf = (difference: number) => `${signed(100 * difference)} points`

/** The change from the previous period; undefined if there is nothing to compare with. */
export function changeOf(now: number, before: number | undefined): string | undefined {
  if (!before) return undefined
  const percent = (100 * (now - before)) / before
  return percent > mostPercent ? `over +${mostPercent.toLocaleString('en-US')}%` : `${signed(percent)}%`
}
