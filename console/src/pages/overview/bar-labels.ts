import type { Span } from '../../api/overview.ts'
import { isByWeek } from './weeks.ts'

/** How the values of a plot are grouped, to follow its title. The service groups by UTC days. */
export function groupingOf(series: readonly unknown[], { bucket }: Pick<Span, 'bucket'>): string {
  if (bucket === 'hour') return ''
  return isByWeek(series) ? ', by week (UTC)' : ', by day (UTC)'
}

/** The period of the last bar is not over, and the first may be partial: their labels say so. */
export function labeled(series: readonly { at: string }[], { from, bucket }: Span) {
  // Created here, because this file is loaded with every page.
  const zone = bucket === 'day' ? 'UTC' : undefined
  const hour = new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: zone })
  const format = bucket === 'hour' ? hour : day
  return series.map(({ at }, index) => {
    const label = format.format(new Date(at))
    if (index === series.length - 1) return { at, label: `${label} so far` }
    return { at, label: at < from ? `${label} from ${hour.format(new Date(from))}` : label }
  })
}
