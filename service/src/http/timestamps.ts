import { Type } from '@fastify/type-provider-typebox'
import { problems } from '../problems.ts'

/** RFC 3339 allows times that JavaScript or PostgreSQL do not: leap seconds, year 0, or year 10000 after an offset. */
function isTimestamp(date: Date): boolean {
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999
}

export function timestampOf(path: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (isTimestamp(date)) return date
  throw problems.invalidRequest('The request is not valid.', [{ path, message: 'must be a valid date-time' }])
}

const dayMs = 86_400_000

export const TimeField = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description }))

export const PeriodQuery = {
  from: TimeField('Default: 30 days before `to`'),
  to: TimeField('Exclusive. Default: now.'),
}

/** The period of a query. `roundFrom` moves its start back to the beginning of an interval with figures. */
export function periodOf(
  query: { from?: string; to?: string },
  now: Date,
  { longestDays, roundFrom = from => from }: { longestDays?: number; roundFrom?(from: Date): Date } = {},
): { from: Date; to: Date; days: number } {
  const to = timestampOf('to', query.to) ?? now
  const from = roundFrom(timestampOf('from', query.from) ?? new Date(to.getTime() - 30 * dayMs))
  const days = (to.getTime() - from.getTime()) / dayMs
  if (isTimestamp(from) && days > 0 && days <= (longestDays ?? days)) return { from, to, days }
  const message = `must be before to${longestDays ? `, by at most ${longestDays} days` : ''}`
  throw problems.invalidRequest('The query is not valid.', [{ path: 'from', message }])
}
