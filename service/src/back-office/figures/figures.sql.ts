import { type Db, listed, when } from '../../db/db.ts'
import { ofMerchant } from '../../db/per-merchant.ts'
import type { Stats } from '../schemas.ts'
import { type CountedPeriod, figureTables, ofProcessor, rowsOfPeriod } from './counted-rows.sql.ts'
import { quarterMs } from './due-quarters.sql.ts'

export interface Period extends CountedPeriod {
  bucket: 'hour' | 'day'
  /** Counts the rows instead of reading stored figures. Always true if the period is limited to a processor. */
  isCounted?: boolean
}

const summed = [
  'created',
  'succeeded',
  'failed',
  'canceled',
  'volumeCents',
  'feesCents',
  'refundedCents',
  'disputedCents',
] as const
type Sums = Record<(typeof summed)[number], number>

export interface CurrencyFigures extends Sums {
  currency: string
  at: Date
  /** Ledger entries of any kind. */
  entries: number
  captures: number
}

export function sumsOf(rows: CurrencyFigures[]): Sums {
  const sum = (name: keyof Sums) => rows.reduce((total, row) => total + row[name], 0)
  return Object.fromEntries(summed.map(name => [name, sum(name)])) as Sums
}

const bucketOf = (db: Db, { bucket }: Period) => db`date_trunc(${bucket}, at, 'UTC')`
const dayMs = 86_400_000

/** Reads whole days and quarters of an hour from their figures, and counts the rows of the partial ones at both ends. */
function figuresOf(db: Db, kind: keyof typeof figureTables, period: Period) {
  const { from, to, bucket, merchantId, processor, isCounted = false } = period
  const { name, keys, counts, rows } = figureTables[kind]
  const columns = db.unsafe(`at, ${keys}, ${counts}`)
  const counted = (start: Date, end: Date) =>
    db`select ${columns} from ${rows(db, rowsOfPeriod(db, { from: start, to: end, merchantId, processor }))}`
  // the figures of all merchants together have an empty merchant id
  const stored = (table: string) => (start: Date, end: Date) =>
    db`select ${columns} from ${db(table)} where merchant_id = ${merchantId ?? ''} and at >= ${start} and at < ${end}`
  if (isCounted || processor !== null) return db`(${counted(from, to)}) figures`
  const quarters = within(from, to, quarterMs)
  const days = bucket === 'day' ? within(...quarters, dayMs) : ([quarters[0], quarters[0]] as const)
  const parts = [
    { start: from, end: quarters[0], read: counted },
    { start: quarters[0], end: days[0], read: stored(name) },
    { start: days[0], end: days[1], read: stored(`${name}_by_day`) },
    { start: days[1], end: quarters[1], read: stored(name) },
    { start: quarters[1], end: to, read: counted },
  ]
  const wanted = parts.filter(({ start, end }) => start < end).map(({ start, end, read }) => read(start, end))
  return db`(${listed(db, wanted, db` union all `)}) figures`
}

/** The first and the last multiple of a step within a period; the end of the period twice if there is none. */
function within(from: Date, to: Date, step: number): [Date, Date] {
  const first = Math.ceil(from.getTime() / step) * step
  const last = Math.floor(to.getTime() / step) * step
  return first < last ? [new Date(first), new Date(last)] : [to, to]
}

export async function paymentFigures(db: Db, period: Period): Promise<CurrencyFigures[]> {
  const sums = figureTables.payment.counts.replaceAll(/\w+/g, 'sum($&)::float8 as $&')
  return await db<CurrencyFigures[]>`
    select currency, ${bucketOf(db, period)} as at, ${db.unsafe(sums)}
    from ${figuresOf(db, 'payment', period)} where created > 0 or entries > 0
    group by 1, 2 order by 1, 2`
}

/**
 * Figures lag by seconds, and by more right after an upgrade or a bulk load. While nothing changes, the job that updates
 * them pauses for a minute (upkeep.ts), and its cursor lags by half a minute: neither means that anything is missing.
 */
const behindMs = 180_000

export async function areFiguresUpToDate(db: Db, now: Date): Promise<boolean> {
  const [[due], [behind]] = await Promise.all([
    db`select 1 from figures_due limit 1`,
    db`select 1 from figure_cursors
      where source in ('payments', 'deliveries') and read_from < ${new Date(now.getTime() - behindMs)}`,
  ])
  return !due && !behind
}

export interface ActivityFigures {
  kind: 'decline' | 'callback' | 'latency'
  name: string
  /** Null for figures that are not drawn over time. */
  at: Date | null
  count: number
}

export async function activityFigures(db: Db, period: Period, kind: ActivityFigures['kind'] | null = null) {
  return await db<ActivityFigures[]>`
    select kind, name, case kind when 'callback' then ${bucketOf(db, period)} end as at, sum(count)::int as count
    from ${figuresOf(db, 'activity', period)}
    where true ${when(db, kind, value => db`and kind = ${value}`)}
    group by 1, 2, 3`
}

export async function deliveriesNow(
  db: Db,
  { merchantId, processor }: Pick<Period, 'merchantId' | 'processor'>,
): Promise<Stats['deliveries']> {
  const own = ofMerchant(db, 'merchant_id', merchantId)
  const there = processor === null ? db`` : db`and processor = ${processor}`
  const [[queued], [letters]] = await Promise.all([
    db<{ pending: number; oldestId: string | null }[]>`
      select count(*)::int as pending, min(delivery_id) as oldest_id from delivery_queue
      where true ${own} ${ofProcessor(db, 'delivery_queue', processor)}`,
    db<{ dead: number }[]>`select count(*)::int as dead from deliveries
      where dead_at is not null ${own} ${there}`,
  ])
  const [oldest] = await db<{ createdAt: Date }[]>`
    select created_at from deliveries where delivery_id = ${queued?.oldestId ?? null} ${own}`
  return {
    pending: queued?.pending ?? 0,
    dead: letters?.dead ?? 0,
    oldestPendingAt: oldest?.createdAt ?? null,
  }
}
