import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { CurrencyFigures, Scope, Span } from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { formatMoney } from '../../components/money.tsx'
import { counted, formatCount } from '../../components/numbers.ts'
import { Segmented } from '../../components/segmented.tsx'
import type { PaymentFilters } from '../payments/list-query.ts'
import { groupingOf } from './bar-labels.ts'
import { changeOf, pointsOf } from './changes.ts'
import classes from './currency-section.module.css'
import { CountPlot, MoneyPlot } from './plots.tsx'

interface CurrencySectionProps {
  figures: CurrencyFigures
  others: readonly CurrencyFigures[]
  span: Span
  /** The same currency in the previous period. */
  before: CurrencyFigures | undefined
  scope: Scope
  onCurrency: (currency: string) => void
}

/** Shows one currency at a time, because amounts in several cannot be added up. */
export function CurrencySection(props: CurrencySectionProps) {
  const { figures, before, others, span, scope, onCurrency } = props
  const { currency, count } = figures
  const money = (cents: number) => formatMoney(cents, currency)
  const created = { ...scope, currency, createdFrom: span.from }
  const rate = successRate(figures)
  const rateBefore = before && successRate(before)
  const grouping = groupingOf(figures.series, span)
  const moneyTitle = `Volume, refunds and platform fees${grouping}`
  const countTitle = `Payments created and succeeded${grouping}`
  return (
    <section aria-label={`Figures in ${currency.toUpperCase()}`} className={classes.section}>
      {others.length > 1 && (
        <div className={classes.choice}>
          <Segmented
            aria-label="Currency"
            size="xs"
            data={others.map(({ currency }) => ({ value: currency, label: currency.toUpperCase() }))}
            value={currency}
            onChange={onCurrency}
          />
        </div>
      )}
      <div className={classes.tiles}>
        <FigureTile
          name="Volume"
          value={money(figures.volumeCents)}
          change={changeOf(figures.volumeCents, before?.volumeCents)}
          note={`captured; ${counted(count, 'payment')} created`}
          filters={created}
        />
        <FigureTile
          name="Success rate"
          value={rate === null ? '–' : percent(rate)}
          change={rate !== null && rateBefore ? pointsOf(rate - rateBefore) : undefined}
          note={outcomesOf(figures)}
          filters={created}
        />
        <FigureTile
          name="Platform fees"
          value={money(figures.feesCents)}
          change={changeOf(figures.feesCents, before?.feesCents)}
          note="less the fees returned in this period"
          filters={created}
        />
        <FigureTile
          name="Refunds"
          value={money(figures.refundedCents)}
          change={changeOf(figures.refundedCents, before?.refundedCents)}
          note={shareOf(figures.refundedCents, figures.volumeCents)}
          filters={{ ...scope, currency, refundedFrom: span.from }}
        />
        <FigureTile
          name="Disputes"
          value={money(figures.disputedCents)}
          change={changeOf(figures.disputedCents, before?.disputedCents)}
          note={`opened, whatever the outcome; ${shareOf(figures.disputedCents, figures.volumeCents)}`}
          filters={{ ...scope, currency, disputedFrom: span.from }}
        />
      </div>
      <div className={classes.plots}>
        <Card title={moneyTitle}>
          <MoneyPlot title={moneyTitle} figures={figures} span={span} />
        </Card>
        <Card title={countTitle}>
          <CountPlot title={countTitle} figures={figures} span={span} />
        </Card>
      </div>
    </section>
  )
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`

function successRate({ succeeded, failed }: CurrencyFigures): number | null {
  return succeeded + failed === 0 ? null : succeeded / (succeeded + failed)
}

/** The payments counted in the rate, and the others. */
function outcomesOf({ count, succeeded, failed }: CurrencyFigures): string {
  const others = count - succeeded - failed
  const counts = `${formatCount(succeeded)} succeeded, ${formatCount(failed)} declined`
  return others > 0 ? `${counts}; not counted: ${formatCount(others)} neither paid nor declined` : counts
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? 'no volume yet' : `${percent(part / whole)} of volume`
}

interface FigureTileProps {
  name: string
  value: string
  change?: string
  note: string
  /** The filters that list the payments behind the figure. */
  filters: PaymentFilters
}

/** A figure, linked to the payments that it counts. */
function FigureTile({ name, value, change, note, filters }: FigureTileProps) {
  return (
    <Link to="/payments" search={filters} className={classes.tile}>
      <span className={classes.name}>{name}</span>
      <span className={classes.value} style={{ '--length': value.length } as CSSProperties}>
        {value}
      </span>
      <span className={classes.note}>{note}</span>
      {change && <span className={classes.note}>{change} vs. the previous period</span>}
    </Link>
  )
}
