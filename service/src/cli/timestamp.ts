import { InvalidArgumentError } from 'commander'

const timestampShape = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** A day begins at midnight UTC. Nothing is guessed: figures of the wrong period look like right ones. */
export function parseTimestamp(text: string): Date {
  const day = timestampShape.exec(text)?.[1]
  const date = new Date(text)
  if (!day || Number.isNaN(date.getTime()) || !isOnCalendar(day)) {
    throw new InvalidArgumentError('It must be a date such as 2026-01-31 or 2026-01-31T14:00:00Z.')
  }
  return date
}

/** JavaScript takes the 30th of February for the 2nd of March. */
function isOnCalendar(day: string): boolean {
  return new Date(day).toISOString().startsWith(day)
}
