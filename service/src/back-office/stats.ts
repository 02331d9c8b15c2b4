import type { Db } from '../db/db.ts'
import {
  type ActivityFigures,
  activityFigures,
  type CurrencyFigures,
  type Period,
  paymentFigures,
} from './overview.sql.ts'
import { quarterMs } from './payment-figures.sql.ts'
import type { Stats } from './schemas.ts'
import {
  type Counted,
  countDeliveriesByDay,
  countPayments,
  countVolume,
  deliveriesNow,
  type PaymentCounts,
} from './stats.sql.ts'

/**
 * Whole quarters of an hour come from the figures; the rest at both ends is counted. If the figures are not up to date,
 * everything is counted. Those of one processor are always counted.
 */
export async function statsOf(
  db: Db,
  period: Counted & { processor: string | null },
  areFiguresUpToDate: boolean,
): Promise<Stats> {
  const { from, to, merchantId, processor } = period
  const firstQuarter = new Date(Math.ceil(from.getTime() / quarterMs) * quarterMs)
  const endOfQuarters = new Date(Math.floor(to.getTime() / quarterMs) * quarterMs)
  const hasQuarters = areFiguresUpToDate && firstQuarter < endOfQuarters
  const [firstSummed, endOfSummed] = processor === null ? [firstQuarter, endOfQuarters] : [from, to]
  const summedUp: Period[] =
    hasQuarters || processor !== null
      ? [{ from: firstSummed, to: endOfSummed, bucket: 'day', merchantId, processor }]
      : []
  const counted: Counted[] =
    summedUp.length > 0
      ? [
          { from, to: firstSummed, merchantId },
          { from: endOfSummed, to, merchantId },
        ].filter(part => part.from < part.to)
      : [period]
  const [figures, activity, volume, payments, perDay, now] = await Promise.all([
    all(summedUp, part => paymentFigures(db, part)),
    all(summedUp, part => activityFigures(db, part)),
    all(counted, part => countVolume(db, part)),
    all(counted, part => countPayments(db, part)),
    all(counted, part => countDeliveriesByDay(db, part)),
    deliveriesNow(db, period),
  ])
  return {
    from,
    to,
    volume: byDay([...volumeOf(figures), ...volume]),
    payments: withRate([...figures, ...payments]),
    deliveries: now,
    deliveriesPerDay: byDay([...deliveriesOf(activity), ...perDay]),
  }
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

function withRate(parts: PaymentCounts[]): Stats['payments'] {
  const sum = (of: keyof PaymentCounts) => parts.reduce((total, part) => total + part[of], 0)
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
