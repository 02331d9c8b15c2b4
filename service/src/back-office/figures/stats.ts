import type { Db } from '../../db/db.ts'
import type { Stats } from '../schemas.ts'
import {
  type ActivityFigures,
  activityFigures,
  type CurrencyFigures,
  deliveriesNow,
  type Period,
  paymentFigures,
} from './figures.sql.ts'

type Asked = Pick<Period, 'from' | 'to' | 'merchantId' | 'processor'>

/** Counts everything from the rows if the figures are out of date. */
export async function statsOf(db: Db, asked: Asked, areFiguresUpToDate: boolean): Promise<Stats> {
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
  const rows = new Map<string, Stats['volume'][number]>()
  for (const { at, currency, entries, captures, volumeCents, refundedCents, feesCents } of figures) {
    if (entries === 0) continue
    const day = dayOf(at)
    const none = { day, currency, payments: 0, capturedCents: 0, refundedCents: 0, feeCents: 0 }
    const row = rows.get(`${day} ${currency}`) ?? none
    row.payments += captures
    row.capturedCents += volumeCents
    row.refundedCents += refundedCents
    row.feeCents += feesCents
    rows.set(`${day} ${currency}`, row)
  }
  return inOrder(rows)
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
  return inOrder(rows)
}

const inOrder = <Row>(rows: Map<string, Row>) =>
  [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)

function withRate(figures: CurrencyFigures[]): Stats['payments'] {
  const sum = (of: 'created' | 'succeeded' | 'canceled' | 'failed') =>
    figures.reduce((total, row) => total + row[of], 0)
  const [succeeded, failed] = [sum('succeeded'), sum('failed')]
  const decided = succeeded + failed
  return {
    created: sum('created'),
    succeeded,
    canceled: sum('canceled'),
    failed,
    successRate: decided === 0 ? null : succeeded / decided,
  }
}
