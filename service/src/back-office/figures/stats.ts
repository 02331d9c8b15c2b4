import type { Db } from '../../db/db.ts'
import type { Stats } from '../schemas.ts'
import type { CountedPeriod } from './counted-rows.sql.ts'
import {
  type ActivityFigures,
  activityFigures,
  type CurrencyFigures,
  deliveriesNow,
  type Period,
  paymentFigures,
  sumsOf,
} from './figures.sql.ts'

/** Counts everything from the rows if the figures are out of date. */
export async function statsOf(db: Db, asked: CountedPeriod, areFiguresUpToDate: boolean): Promise<Stats> {
  const period: Period = { ...asked, bucket: 'day', isCounted: !areFiguresUpToDate }
  const [figures, activity, deliveries] = await Promise.all([
    paymentFigures(db, period),
    activityFigures(db, period, 'callback'),
    deliveriesNow(db, asked),
  ])
  return {
    from: asked.from,
    to: asked.to,
    volume: volumeOf(figures),
    payments: withRate(figures),
    deliveries,
    deliveriesPerDay: deliveriesOf(activity),
  }
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

function volumeOf(figures: CurrencyFigures[]): Stats['volume'] {
  return figures
    .filter(({ entries }) => entries > 0)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(row => ({
      day: dayOf(row.at),
      currency: row.currency,
      payments: row.captures,
      capturedCents: row.volumeCents,
      refundedCents: row.refundedCents,
      feeCents: row.feesCents,
    }))
}

function deliveriesOf(activity: ActivityFigures[]): Stats['deliveriesPerDay'] {
  const rows = new Map<string, Stats['deliveriesPerDay'][number]>()
  for (const { name, at, count } of activity) {
    if (!at || (name !== 'delivered' && name !== 'dead' && name !== 'pending')) continue
    const day = dayOf(at)
    const row = rows.get(day) ?? { day, delivered: 0, dead: 0, pending: 0 }
    row[name] += count
    rows.set(day, row)
  }
  return [...rows.values()].sort((one, other) => (one.day < other.day ? -1 : 1))
}

function withRate(figures: CurrencyFigures[]): Stats['payments'] {
  const { created, succeeded, canceled, failed } = sumsOf(figures)
  const decided = succeeded + failed
  return { created, succeeded, canceled, failed, successRate: decided === 0 ? null : succeeded / decided }
}
