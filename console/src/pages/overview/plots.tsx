import { BarChart, type BarChartProps } from '@mantine/charts'
import { MantineProvider } from '@mantine/core'
import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import './plots.css'
import type { CallbackFigures, CurrencyFigures, Span } from '../../api/overview.ts'
import { formatMoney, formatMoneyShort } from '../../components/money.tsx'
import { formatCount } from '../../components/numbers.ts'
import { levelTicks } from './ticks.ts'
import { inWeeks, isByWeek } from './weeks.ts'

const hour = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

const barsOf = <Point extends { at: string }>(series: readonly Point[]) =>
  isByWeek(series) ? inWeeks(series) : series

/** The last bar is not over yet, and of the first only a part may count: their labels say so. */
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

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' })

const counts = {
  yAxisProps: { width: 36, allowDecimals: false, tickFormatter: (count: number) => compact.format(count) },
  valueFormatter: (count: number) => formatCount(count),
}

/** A month must fit a phone: its bars are too thin for gaps between them. */
const gapsOf = (series: readonly unknown[]) => ({
  barGap: series.length > 14 ? 0 : 1,
  barCategoryGap: '15%',
})

/** Bars, because each is a sum of its hour, day or week. Fees are far smaller, so they have an axis of their own. */
export function MoneyPlot({ figures, span }: { figures: CurrencyFigures; span: Span }) {
  const { currency } = figures
  const series = barsOf(figures.series)
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
      barChartProps={gapsOf(series)}
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
  const series = barsOf(figures.series)
  return (
    <Bars
      {...common}
      barChartProps={gapsOf(series)}
      data={labelled(series, span)}
      series={[
        { name: 'count', label: 'Created', color: 'var(--plot-4)' },
        { name: 'succeeded', label: 'Succeeded', color: 'var(--plot-1)' },
      ]}
      {...counts}
    />
  )
}

export function CallbackPlot({ callbacks, span }: { callbacks: CallbackFigures; span: Span }) {
  const series = barsOf(callbacks.series)
  return (
    <Bars
      {...common}
      h="12rem"
      barChartProps={gapsOf(series)}
      type="stacked"
      data={labelled(series, span)}
      series={[
        { name: 'delivered', label: 'Delivered', color: 'var(--plot-1)' },
        { name: 'failed', label: 'Failed', color: 'var(--plot-3)' },
      ]}
      {...counts}
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
