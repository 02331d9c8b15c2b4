/** The start of a local day, or of a later day. A link may name an exact moment instead. */
export function startOfDay(date: string, daysLater = 0): string | undefined {
  if (date.includes('T')) return date
  const start = new Date(`${date}T00:00`)
  if (Number.isNaN(start.getTime())) return undefined
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}

/** The local day of such a date or moment, for a field. */
export function dayOf(date: string): string {
  if (!date.includes('T')) return date
  const at = new Date(date)
  const local = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  return local.map(part => String(part).padStart(2, '0')).join('-')
}
