/** Beyond this, the exact number says nothing: there was next to nothing before. */
const mostPercent = 1_000

function signed(value: number): string {
  const digits = Math.abs(value).toFixed(1)
  if (Number(digits) === 0) return `±${digits}`
  return (value < 0 ? '−' : '+') + digits
}

/** Of a share, in points. */
export const pointsOf = (difference: number) => `${signed(100 * difference)} points`

/** Against the period before; undefined where there was nothing to compare with. */
export function changeOf(now: number, before: number | undefined): string | undefined {
  if (!before) return undefined
  const percent = (100 * (now - before)) / before
  return percent > mostPercent ? `over +${mostPercent.toLocaleString('en-US')}%` : `${signed(percent)}%`
}
