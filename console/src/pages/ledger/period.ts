export const longestDays = 92
const dayMs = 86_400_000

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** The month so far, unless the address names days. Days are in UTC, so that everyone sees the same statement. */
export function daysOf(
  { from, to }: { from?: string; to?: string },
  now = new Date(),
): { from: string; to: string } {
  const today = dayOf(now)
  const end = to ?? today
  return { from: from ?? `${end.slice(0, 8)}01`, to: end }
}

/** Both days are included; null if the service would refuse the period. */
export function periodOf(days: { from: string; to: string }): { from: string; to: string } | null {
  const from = new Date(`${days.from}T00:00:00Z`)
  const to = new Date(new Date(`${days.to}T00:00:00Z`).getTime() + dayMs)
  const length = (to.getTime() - from.getTime()) / dayMs
  if (!(length > 0 && length <= longestDays)) return null
  return { from: from.toISOString(), to: to.toISOString() }
}

/** The whole month before the month of the given day. */
export function monthBefore(now = new Date()): { from: string; to: string } {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0))
  return { from: dayOf(first), to: dayOf(last) }
}

/** The whole week before the week of the given day, from Monday to Sunday. */
export function weekBefore(now = new Date()): { from: string; to: string } {
  const sunday = now.getTime() - (now.getUTCDay() || 7) * dayMs
  return { from: dayOf(new Date(sunday - 6 * dayMs)), to: dayOf(new Date(sunday)) }
}
