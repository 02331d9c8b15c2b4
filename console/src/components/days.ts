/** The start of a local day, or of the day after it. A link may name an exact moment instead. */
export function startOfDay(date: string, daysLater = 0): string | undefined {
  if (date.includes('T')) return date
  const start = new Date(`${date}T00:00`)
  if (Number.isNaN(start.getTime())) return undefined
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}
