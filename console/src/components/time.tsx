const short = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const
const withYear = { ...short, second: undefined, year: 'numeric' } as const
/** Made when they are first used: each takes milliseconds. */
const formats = new Map<object, Intl.DateTimeFormat>()

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const known = formats.get(options) ?? new Intl.DateTimeFormat('en-US', options)
  formats.set(options, known)
  return known
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

function localTime(at: string): string {
  const date = new Date(at)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return formatOf(isThisYear ? short : withYear).format(date)
}

/** Such as "3 minutes ago" or "in 2 days". */
function relativeTime(at: string, now = Date.now()): string {
  const distance = new Date(at).getTime() - now
  const [unit, ms] = steps.find(([, size]) => Math.abs(distance) >= size) ?? steps[3]
  return new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }).format(Math.round(distance / ms), unit)
}

interface TimeProps {
  at: string | null | undefined
  relative?: boolean
  /** Shown instead of the time, such as the time left until then. */
  text?: string
  /** Shown when there is no time. */
  none?: string
}

/** Local time, with the exact UTC on hover. The browser's own hint: a list has dozens of times, and a tooltip each is slow. */
export function Time({ at, relative = false, text, none = '–' }: TimeProps) {
  if (!at) return <span>{none}</span>
  const exact = `${at.replace('T', ' ').replace('Z', '')} UTC`
  return (
    <time dateTime={at} title={exact} className="time">
      {text ?? (relative ? relativeTime(at) : localTime(at))}
    </time>
  )
}
