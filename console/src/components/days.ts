/** The start of a local day, or of a later day. A link may name an exact moment instead. */
export function startOfDay(date: string, daysLater = 0): string | undefined {
  if (date.includes('T')) return date
  const start = new Date(`${date}T00:00`)
  if (Number.isNaN(start.getTime())) return undefined
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}

/** In the format of a time field: local, to the minute. */
export function minuteOf(moment: string | undefined): string {
  const local = new Date(moment ?? '')
  if (Number.isNaN(local.getTime())) return ''
  local.setMinutes(local.getMinutes() - local.getTimezoneOffset())
  return local.toISOString().slice(0, 16)
}
