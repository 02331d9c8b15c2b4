import type { Db } from '../db/db.ts'
import {
  type ActivityFigures,
  activityFigures,
  type CurrencyFigures,
  deliveriesNow,
  type Period,
  paymentFigures,
} from './overview.sql.ts'
import { quarterMs } from './payment-figures.sql.ts'
import type { Stats } from './schemas.ts'

type Asked = Pick<Period, 'from' | 'to' | 'merchantId' | 'processor'>

/** If the figures are not up to date, or about one processor, everything is counted. */
export async function statsOf(db: Db, asked: Asked, areFiguresUpToDate: boolean): Promise<Stats> {
  const counted: Period = { ...asked, bucket: 'day', isCounted: true }
  const parts = areFiguresUpToDate ? partsOf(counted) : [counted]
  const [figures, activity, deliveries] = await Promise.all([
    all(parts, part => paymentFigures(db, part)),
    all(parts, part => activityFigures(db, part, 'callback')),
    deliveriesNow(db, asked),
  ])
  return {
    from: asked.from,
    to: asked.to,
    volume: byDay(volumeOf(figures)),
    payments: withRate(figures),
    deliveries,
    deliveriesPerDay: byDay(deliveriesOf(activity)),
  }
}

/** Whole quarters of an hour come from the figures; the rest at both ends is counted. */
function partsOf(counted: Period): Period[] {
  const { from, to } = counted
  const firstQuarter = new Date(Math.ceil(from.getTime() / quarterMs) * quarterMs)
  const endOfQuarters = new Date(Math.floor(to.getTime() / quarterMs) * quarterMs)
  if (firstQuarter >= endOfQuarters) return [counted]
  const parts = [
    { ...counted, to: firstQuarter },
    { ...counted, from: firstQuarter, to: endOfQuarters, isCounted: false },
    { ...counted, from: endOfQuarters },
  ]
  return parts.filter(part => part.from < part.to)
}

const all = async <Part, Row>(parts: Part[], rowsOf: (part: Part) => Promise<Row[]>) =>
  (await Promise.all(parts.map(rowsOf))).flat()

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

function volumeOf(figures: CurrencyFigures[]): Stats['volume'] {
  return figures
    .filter(({ entries }) => entries > 0)
    .map(({ at, currency, captures, volumeCents, refundedCents, feesCents }) => ({
      day: dayOf(at),
      currency,
      payments: captures,
      capturedCents: volumeCents,
      refundedCents,
      feeCents: feesCents,
    }))
}

function deliveriesOf(activity: ActivityFigures[]): Stats['deliveriesPerDay'] {
  return activity.flatMap(({ kind, name, at, count }) => {
    const none = { delivered: 0, dead: 0, pending: 0 }
    return kind === 'callback' && at && name in none ? [{ day: dayOf(at), ...none, [name]: count }] : []
  })
}

/** One row for each day, and each currency where there are any, with the sum of all its numbers. */
function byDay<Row extends { day: string; currency?: string }>(rows: Row[]): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.day} ${row.currency ?? ''}`
    sums.set(key, added(sums.get(key), row))
  }
  return [...sums.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

function added<Row extends object>(sum: Row | undefined, row: Row): Row {
  if (!sum) return row
  const numbers = Object.entries(row).filter(([, value]) => typeof value === 'number')
  const total = (name: string, value: number) => Number(sum[name as keyof Row]) + value
  return { ...sum, ...Object.fromEntries(numbers.map(([name, value]) => [name, total(name, value)])) }
}

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
