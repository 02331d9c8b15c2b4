import { counted } from './numbers.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const twoDigits = (value: number) => String(value).padStart(2, '0')

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Such as "Jan 31, 14:05:09", or "Jan 31, 2025, 14:05" in another year. */
export function localTime(at: string, now = new Date()): string {
  const date = new Date(at)
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits)
  return timeText([date.getFullYear(), date.getMonth(), date.getDate()], time, now.getFullYear())
}

/** The same in UTC, whatever the browser's zone. */
export function utcTime(at: string, now = new Date()): string {
  const date = new Date(at)
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits)
  return timeText([date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()], time, now.getUTCFullYear())
}

/** Such as "Jan 31", or "Jan 31, 2025" in another year. */
export const utcDay = (day: string, now?: Date) => utcTime(`${day}T00:00:00Z`, now).replace(/, [\d:]+$/, '')

function timeText([year, month, day]: [number, number, number], time: string[], thisYear: number): string {
  const date = `${months[month]} ${day}`
  return year === thisYear ? `${date}, ${time.join(':')}` : `${date}, ${year}, ${time.slice(0, 2).join(':')}`
}

/** Such as "3 minutes ago", "in 2 days" or "yesterday". */
export function relativeTime(at: string, now = Date.now()): string {
  const distance = new Date(at).getTime() - now
  const [unit, ms] = steps.find(([, size]) => Math.abs(distance) >= size) ?? steps[3]
  const count = Math.abs(Math.round(distance / ms))
  if (count === 0) return 'now'
  if (unit === 'day' && count === 1) return distance < 0 ? 'yesterday' : 'tomorrow'
  const amount = counted(count, unit)
  return distance < 0 ? `${amount} ago` : `in ${amount}`
}

interface TimeProps {
  at: string | null | undefined
  relative?: boolean
  /** Shown instead of the time, such as the remaining time. */
  text?: string
  /** Shown if there is no time. */
  none?: string
  /** Names the zone, for deadlines. */
  withZone?: boolean
  /** In UTC: for a list of UTC days. */
  inUtc?: boolean
}

/** Such as "UTC+02:00". */
export function zoneOf(at: Pick<Date, 'getTimezoneOffset'>): string {
  const minutes = -at.getTimezoneOffset()
  const distance = Math.abs(minutes)
  const hours = `${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${hours}`
}

/**
 * Local time, with its zone and the exact UTC on hover. Uses the `title` attribute, because a list has dozens of times
 * and a tooltip for each is slow.
 */
export function Time({ at, relative, text, none = '–', withZone, inUtc }: TimeProps) {
  if (!at) return <span>{none}</span>
  const zone = inUtc ? 'UTC' : zoneOf(new Date(at))
  const exact = `${at.replace('T', ' ').replace('Z', '')} UTC${zone === 'UTC' ? '' : `\nShown in ${zone}`}`
  return (
    <time dateTime={at} title={exact} className="time">
      {text ?? (relative ? relativeTime(at) : inUtc ? utcTime(at) : localTime(at))}
      {withZone && ` ${zone}`}
    </time>
  )
}
