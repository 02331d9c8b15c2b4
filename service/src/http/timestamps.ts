import { problems } from '../problems.ts'

/** RFC 3339 knows times that JavaScript or PostgreSQL do not: leap seconds, the year 0, or 10000 by an offset. */
export function isTimestamp(date: Date): boolean {
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999
}

export function timestampOf(path: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (isTimestamp(date)) return date
  throw problems.invalidRequest('The request is not valid.', [{ path, message: 'must be a valid date-time' }])
}
