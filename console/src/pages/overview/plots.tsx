import type { CallbackFigures, CurrencyFigures, Span } from '../../api/overview.ts'
import { decimalsOf, formatMoney, formatMoneyShort } from '../../components/money.tsx'
import { formatCount } from '../../components/numbers.ts'
import { BarChart } from './bar-chart.tsx'
import { labeled } from './bar-labels.ts'
import { levelTicks } from './ticks.ts'
import { inWeeks, isByWeek } from './weeks.ts'

const barsOf = <Point extends { at: string }>(series: readonly Point[]) =>
  isByWeek(series) ? inWeeks(series) : series

/** Labels have one decimal, unless the ticks need more. */
function moneyScale(ticks: readonly number[], currency: string) {
  const unit = 10 ** decimalsOf(currency)
  const format = ticks.every(cents => (10 * cents) % unit === 0) ? formatMoneyShort : formatMoney
  return { ticks, labels: ticks.map(cents => format(cents, currency)) }
}

function countScale(counts: readonly number[]) {
  const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })
  const [ticks] = levelTicks([4, ...counts], [])
  return { ticks, labels: ticks.map(count => compact.format(count)) }
}

/** Bars, because each value is the sum of an hour, day or week. Fees are far smaller, so they have a separate axis. */
export function MoneyPlot({ title, figures, span }: { title: string; figures: CurrencyFigures; span: Span }) {
  const { currency } = figures
  const series = barsOf(figures.series)
  const volume = series.map(({ volumeCents }) => volumeCents)
  const refunds = series.map(({ refundedCents }) => refundedCents)
  const fees = series.map(({ feesCents }) => feesCents)
  const [volumeTicks, feeTicks] = levelTicks([...volume, ...refunds], fees)
  const left = moneyScale(volumeTicks, currency)
  const right = moneyScale(feeTicks, currency)
  return (
    <BarChart
      title={title}
      size="tall"
      columns={labeled(series, span)}
      series={[
        { name: 'Volume', color: 'var(--plot-1)', values: volume, scale: left },
        { name: 'Refunds', color: 'var(--plot-2)', values: refunds, scale: left },
        { name: 'Platform fees (right)', color: 'var(--plot-4)', values: fees, scale: right },
      ]}
      format={cents => formatMoney(cents, currency)}
    />
  )
}

export function CountPlot({ title, figures, span }: { title: string; figures: CurrencyFigures; span: Span }) {
  const series = barsOf(figures.series)
  const created = series.map(({ count }) => count)
  const succeeded = series.map(point => point.succeeded)
  const scale = countScale([...created, ...succeeded])
  return (
    <BarChart
      title={title}
      size="tall"
      columns={labeled(series, span)}
      series={[
        { name: 'Created', color: 'var(--plot-4)', values: created, scale },
        { name: 'Succeeded', color: 'var(--plot-1)', values: succeeded, scale },
      ]}
      format={formatCount}
    />
  )
}

export function CallbackPlot({ callbacks, span }: { callbacks: CallbackFigures; span: Span }) {
  const series = barsOf(callbacks.series)
  const scale = countScale(series.map(({ delivered, failed }) => delivered + failed))
  return (
    <BarChart
      title="Delivered callbacks and failed attempts, by the time the callback was queued"
      size="short"
      columns={labeled(series, span)}
      series={[
        {
          name: 'Callbacks delivered',
          color: 'var(--plot-1)',
          values: series.map(({ delivered }) => delivered),
          scale,
        },
        {
          name: 'Attempts failed',
          color: 'var(--plot-3)',
          values: series.map(({ failed }) => failed),
          scale,
        },
      ]}
      isStacked
      format={formatCount}
    />
  )
}
