import { SegmentedControl, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { CurrencyFigures } from '../../api/overview.ts'
import { Card } from '../../components/card.tsx'
import { formatMoney } from '../../components/money.tsx'
import type { PaymentFilters } from '../payments/route.ts'
import classes from './currency-section.module.css'

const MoneyPlot = lazy(() => import('./plots.tsx').then(({ MoneyPlot }) => ({ default: MoneyPlot })))
const CountPlot = lazy(() => import('./plots.tsx').then(({ CountPlot }) => ({ default: CountPlot })))

interface CurrencySectionProps {
  figures: CurrencyFigures
  others: readonly CurrencyFigures[]
  bucket: 'hour' | 'day'
  since: Date
  merchantId: string | undefined
  onCurrency: (currency: string) => void
}

/** One currency at a time: amounts of several cannot be added up. */
export function CurrencySection(props: CurrencySectionProps) {
  const { figures, others, bucket, since, merchantId, onCurrency } = props
  const { currency, succeeded, failed, count } = figures
  const money = (cents: number) => formatMoney(cents, currency)
  const decided = succeeded + failed
  const filters = { merchantId, createdFrom: localDay(since) }
  return (
    <section aria-label={`Figures in ${currency.toUpperCase()}`} className={classes.section}>
      {others.length > 1 && (
        <div className={classes.choice}>
          <SegmentedControl
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
          note={`${count} created`}
          filters={filters}
        />
        <FigureTile
          name="Success rate"
          value={decided === 0 ? '–' : `${((100 * succeeded) / decided).toFixed(1)} %`}
          note={`${succeeded} succeeded, ${failed} failed`}
          filters={{ ...filters, status: 'succeeded' }}
        />
        <FigureTile
          name="Fees"
          value={money(figures.feesCents)}
          note="less fees returned"
          filters={filters}
        />
        <FigureTile
          name="Refunds"
          value={money(figures.refundedCents)}
          note={shareOf(figures.refundedCents, figures.volumeCents)}
          filters={{ ...filters, status: 'refunded' }}
        />
        <FigureTile
          name="Disputes"
          value={money(figures.disputedCents)}
          note={shareOf(figures.disputedCents, figures.volumeCents)}
          filters={filters}
        />
      </div>
      <div className={classes.plots}>
        <Card title="Volume, refunds and fees">
          <Suspense fallback={<Skeleton height="16rem" />}>
            <MoneyPlot figures={figures} bucket={bucket} />
          </Suspense>
        </Card>
        <Card title="Created and succeeded">
          <Suspense fallback={<Skeleton height="16rem" />}>
            <CountPlot figures={figures} bucket={bucket} />
          </Suspense>
        </Card>
      </div>
    </section>
  )
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? 'no volume yet' : `${((100 * part) / whole).toFixed(1)} % of volume`
}

function localDay(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0')
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`
}

interface FigureTileProps {
  name: string
  value: string
  note: string
  /** Which payments are behind the figure. */
  filters: PaymentFilters
}

/** A figure that leads to what it counts. */
function FigureTile({ name, value, note, filters }: FigureTileProps) {
  return (
    <Link to="/payments" search={filters} className={classes.tile}>
      <span className={classes.name}>{name}</span>
      <span className={classes.value}>{value}</span>
      <span className={classes.note}>{note}</span>
    </Link>
  )
}
