import { AreaChart, BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import type { CallbackFigures, CurrencyFigures } from '../../api/overview.ts'
import { formatMoney, formatMoneyShort } from '../../components/money.tsx'

type Bucket = 'hour' | 'day'

const hour = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

function labelled<Point extends { at: string }>(series: readonly Point[], bucket: Bucket) {
  const format = bucket === 'hour' ? hour : day
  return series.map(point => ({ ...point, label: format.format(new Date(point.at)) }))
}

const common = {
  h: '16rem',
  dataKey: 'label',
  withLegend: true,
  gridAxis: 'x',
  tickLine: 'none',
  xAxisProps: { minTickGap: 24 },
} as const

/** Without money in the period the axis would say zero at every line. */
const emptyScale: [number, number] = [0, 1000]

export function MoneyPlot({ figures, bucket }: { figures: CurrencyFigures; bucket: Bucket }) {
  const { currency, series } = figures
  return (
    <AreaChart
      {...common}
      data={labelled(series, bucket)}
      series={[
        { name: 'volumeCents', label: 'Volume', color: 'var(--plot-1)' },
        { name: 'refundedCents', label: 'Refunds', color: 'var(--plot-2)' },
        { name: 'feesCents', label: 'Fees', color: 'var(--plot-4)' },
      ]}
      curveType="monotone"
      withDots={false}
      valueFormatter={cents => formatMoney(cents, currency)}
      yAxisProps={{
        width: 64,
        ...(series.some(({ volumeCents }) => volumeCents > 0) ? {} : { domain: emptyScale }),
        tickFormatter: (cents: number) => formatMoneyShort(cents, currency),
      }}
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
