import { BarChart, type BarChartProps } from '@mantine/charts'
import { MantineProvider } from '@mantine/core'
import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import './plots.css'
import type { CallbackFigures, CurrencyFigures, Span } from '../../api/overview.ts'
import { formatMoney, formatMoneyShort } from '../../components/money.tsx'
import { levelTicks } from './ticks.ts'

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
  // in the order of the bars
  legendProps: { itemSorter: null },
} as const

/** A month must fit a phone: its bars are too thin for gaps between them. */
const barsOf = (series: readonly unknown[]) => ({
  barGap: series.length > 14 ? 0 : 1,
  barCategoryGap: '15%',
})

/** Bars, because each is a sum of its hour or day. Fees are far smaller, so they have an axis of their own. */
export function MoneyPlot({ figures, span }: { figures: CurrencyFigures; span: Span }) {
  const { currency, series } = figures
  const [volume, fees] = levelTicks(
    series.flatMap(({ volumeCents, refundedCents }) => [volumeCents, refundedCents]),
    series.map(({ feesCents }) => feesCents),
  )
  const axis = (ticks: readonly number[]) => ({
    width: 64,
    ticks: [...ticks],
    domain: [ticks[0] ?? 0, ticks.at(-1) ?? 0] as [number, number],
    interval: 0 as const,
    tickFormatter: (cents: number) => formatMoneyShort(cents, currency),
  })
  return (
    <Bars
      {...common}
      barChartProps={barsOf(series)}
      data={labelled(series, span)}
      series={[
        { name: 'volumeCents', label: 'Volume', color: 'var(--plot-1)' },
        { name: 'refundedCents', label: 'Refunds', color: 'var(--plot-2)' },
        { name: 'feesCents', label: 'Fees (right)', color: 'var(--plot-4)', yAxisId: 'right' },
      ]}
      valueFormatter={cents => formatMoney(cents, currency)}
      withRightYAxis
      yAxisProps={axis(volume)}
      rightYAxisProps={axis(fees)}
    />
  )
}

export function CountPlot({ figures, span }: { figures: CurrencyFigures; span: Span }) {
  return (
    <Bars
      {...common}
      barChartProps={barsOf(figures.series)}
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
    <Bars
      {...common}
      h="12rem"
      barChartProps={barsOf(callbacks.series)}
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

/** Mantine's provider must leave the page alone: the shell chooses between light and dark. */
function Bars(props: BarChartProps) {
  return (
    <MantineProvider
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
      getRootElement={() => undefined}
    >
      <BarChart {...props} />
    </MantineProvider>
  )
}
