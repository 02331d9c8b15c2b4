import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import type { CallbackFigures, CurrencyFigures, Span } from '../../api/overview.ts'
import { formatMoney, formatMoneyShort } from '../../components/money.tsx'

const hour = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** The last hour or day is not over yet, and of the first only a part may count: their labels say so. */
function labelled<Point extends { at: string }>(series: readonly Point[], { from, bucket }: Span) {
  const format = bucket === 'hour' ? hour : day
  return series.map((point, index) => {
    const label = format.format(new Date(point.at))
    if (index === series.length - 1) return { ...point, label: `${label} so far` }
    return { ...point, label: point.at < from ? `${label} from ${hour.format(new Date(from))}` : label }
  })
}

const common = {
  h: '16rem',
  dataKey: 'label',
  withLegend: true,
  gridAxis: 'x',
  tickLine: 'none',
  xAxisProps: { minTickGap: 24 },
  // Thirty days must fit a phone.
  barChartProps: { barGap: 1, barCategoryGap: '15%' },
  // in the order of the bars
  legendProps: { itemSorter: null },
} as const

const mostOf = (series: CurrencyFigures['series'], name: 'volumeCents' | 'feesCents') =>
  Math.max(...series.map(point => point[name]))

/** Bars, because each is a sum of its hour or day. Fees are far smaller, so they have an axis of their own. */
export function MoneyPlot({ figures, span }: { figures: CurrencyFigures; span: Span }) {
  const { currency, series } = figures
  const highest = { volume: mostOf(series, 'volumeCents'), fees: mostOf(series, 'feesCents') }
  // More fees may go back in a day than come in. Both axes then begin below zero, so that their zeros are level.
  const below = Math.min(0, ...series.map(({ feesCents }) => feesCents)) / (highest.fees || 1)
  const axis = (highest: number) => ({
    width: 64,
    // Without money in the period, the axis would say zero at every line.
    domain: (highest > 0 ? (below < 0 ? [below * highest, highest] : [0, 'auto']) : [0, 1000]) as [
      number,
      number,
    ],
    tickFormatter: (cents: number) => formatMoneyShort(cents, currency),
  })
  return (
    <BarChart
      {...common}
      data={labelled(series, span)}
      series={[
        { name: 'volumeCents', label: 'Volume', color: 'var(--plot-1)' },
        { name: 'refundedCents', label: 'Refunds', color: 'var(--plot-2)' },
        { name: 'feesCents', label: 'Fees (right)', color: 'var(--plot-4)', yAxisId: 'right' },
      ]}
      valueFormatter={cents => formatMoney(cents, currency)}
      withRightYAxis
      yAxisProps={axis(highest.volume)}
      rightYAxisProps={axis(highest.fees)}
    />
  )
}

export function CountPlot({ figures, span }: { figures: CurrencyFigures; span: Span }) {
  return (
    <BarChart
      {...common}
      data={labelled(figures.series, span)}
      series={[
        { name: 'count', label: 'Created', color: 'var(--plot-4)' },
        { name: 'succeeded', label: 'Succeeded', color: 'var(--plot-1)' },
      ]}
      yAxisProps={{ width: 36, allowDecimals: false }}
    />
  )
}

export function CallbackPlot({ callbacks, span }: { callbacks: CallbackFigures; span: Span }) {
  return (
    <BarChart
      {...common}
      h="12rem"
      type="stacked"
      data={labelled(callbacks.series, span)}
      series={[
        { name: 'delivered', label: 'Delivered', color: 'var(--plot-1)' },
        { name: 'failed', label: 'Failed', color: 'var(--plot-3)' },
      ]}
      yAxisProps={{ width: 36, allowDecimals: false }}
    />
  )
}
