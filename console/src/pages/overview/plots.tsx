import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import type { CallbackFigures, CurrencyFigures } from '../../api/overview.ts'
import { formatMoney, formatMoneyShort } from '../../components/money.tsx'

type Bucket = 'hour' | 'day'

const hour = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** The last hour or day is not over yet, and its bar says so. */
function labelled<Point extends { at: string }>(series: readonly Point[], bucket: Bucket) {
  const format = bucket === 'hour' ? hour : day
  return series.map((point, index) => {
    const label = format.format(new Date(point.at))
    return { ...point, label: index === series.length - 1 ? `${label} so far` : label }
  })
}

const common = {
  h: '16rem',
  dataKey: 'label',
  withLegend: true,
  gridAxis: 'x',
  tickLine: 'none',
  xAxisProps: { minTickGap: 24 },
} as const

/** Bars, because each is a sum of its hour or day. Fees are far smaller, so they have an axis of their own. */
export function MoneyPlot({ figures, bucket }: { figures: CurrencyFigures; bucket: Bucket }) {
  const { currency, series } = figures
  const axis = (highest: number) => ({
    width: 64,
    // Without money in the period, the axis would say zero at every line.
    ...(highest > 0 ? {} : { domain: [0, 1000] as [number, number] }),
    tickFormatter: (cents: number) => formatMoneyShort(cents, currency),
  })
  return (
    <BarChart
      {...common}
      data={labelled(series, bucket)}
      series={[
        { name: 'volumeCents', label: 'Volume', color: 'var(--plot-1)' },
        { name: 'refundedCents', label: 'Refunds', color: 'var(--plot-2)' },
        { name: 'feesCents', label: 'Fees (right)', color: 'var(--plot-4)', yAxisId: 'right' },
      ]}
      valueFormatter={cents => formatMoney(cents, currency)}
      withRightYAxis
      yAxisProps={axis(Math.max(...series.map(({ volumeCents }) => volumeCents)))}
      rightYAxisProps={axis(Math.max(...series.map(({ feesCents }) => feesCents)))}
    />
  )
}

export function CountPlot({ figures, bucket }: { figures: CurrencyFigures; bucket: Bucket }) {
  return (
    <BarChart
      {...common}
      data={labelled(figures.series, bucket)}
      series={[
        { name: 'count', label: 'Created', color: 'var(--plot-4)' },
        { name: 'succeeded', label: 'Succeeded', color: 'var(--plot-1)' },
      ]}
      yAxisProps={{ width: 36, allowDecimals: false }}
    />
  )
}

export function CallbackPlot({ callbacks, bucket }: { callbacks: CallbackFigures; bucket: Bucket }) {
  return (
    <BarChart
      {...common}
      h="12rem"
      type="stacked"
      data={labelled(callbacks.series, bucket)}
      series={[
        { name: 'delivered', label: 'Delivered', color: 'var(--plot-1)' },
        { name: 'failed', label: 'Failed', color: 'var(--plot-3)' },
      ]}
      yAxisProps={{ width: 36, allowDecimals: false }}
    />
  )
}
