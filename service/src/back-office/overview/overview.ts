import { allOf } from '../../at-once.ts'
import type { Db } from '../../db/db.ts'
import { grouped } from '../../grouped.ts'
import { countIncomplete } from '../../history/history.sql.ts'
import { recentlyRefusedWebhooks } from '../../inbox/refused-webhooks.sql.ts'
import type { OfferedProcessors } from '../../merchants/active-processor.sql.ts'
import { stateOfBooks } from '../../reconcile/differences.sql.ts'
import { lastLedgerCheck } from '../books/ledger.sql.ts'
import { quarterMs } from '../figures/due-quarters.sql.ts'
import {
  type ActivityFigures,
  activityFigures,
  areFiguresUpToDate,
  type CurrencyFigures,
  type Period,
  paymentFigures,
  sumsOf,
} from '../figures/figures.sql.ts'
import { latencyBoundsMs, percentile } from '../figures/latency.ts'
import {
  attentionCounts,
  disabledMerchants,
  disputesToAnswer,
  failingEndpoints,
  listAtMost,
  stuckMerchants,
  suspendedMerchants,
} from './attention.sql.ts'

export interface OverviewDeps extends OfferedProcessors {
  db: Db
}

const bucketMs = { hour: 3_600_000, day: 86_400_000 }

/** All data of the console's first page. Only the figures wait until they are up to date. */
export async function overviewOf(
  { db, ...offered }: OverviewDeps,
  period: Period,
  now: Date,
  fresh: Promise<unknown>,
) {
  const { from, to, bucket, merchantId, processor } = period
  const filter = { merchantId, now }
  // stored figures cover the whole quarter of an hour in which the period ends
  const rounded = { ...period, to: new Date(Math.ceil(to.getTime() / quarterMs) * quarterMs) }
  const [figures, counts, books, found] = await Promise.all([
    fresh.then(() =>
      allOf({
        payments: paymentFigures(db, rounded),
        activity: activityFigures(db, rounded),
        isUpToDate: processor === null ? areFiguresUpToDate(db, now) : true,
      }),
    ),
    attentionCounts(db, { ...filter, since: from, processor }),
    stateOfBooks(db, offered.processors.keys(), merchantId),
    allOf({
      failingEndpoints: failingEndpoints(db, filter),
      stuckMerchants: stuckMerchants(db, offered, filter),
      suspendedMerchants: suspendedMerchants(db, filter),
      disabledMerchants: disabledMerchants(db, offered, filter),
      refusedWebhooks: recentlyRefusedWebhooks(db),
      incompleteHistories: countIncomplete(db, merchantId),
      disputes: disputesToAnswer(db, filter),
      lastLedgerCheck: lastLedgerCheck(db),
    }),
  ])
  const { payments, activity, isUpToDate } = figures
  const { pending, ...needingAttention } = counts
  return {
    from,
    to,
    isUpToDate,
    bucket,
    currencies: currenciesOf(payments, period),
    declines: declinesOf(activity),
    callbacks: { ...callbacksOf(activity, period), pending },
    attention: {
      ...needingAttention,
      ...found,
      booksEqualSince: books.equal.since,
      booksEqualUntil: books.equal.until,
      booksDiffer: Object.values(books.unexplained).reduce((sum, count) => sum + count, 0),
      booksUnreadable: books.unreadable.length,
      unreadableAccounts: books.unreadable.slice(0, listAtMost),
      readableEqualSince: books.readableEqual.since,
      readableEqualUntil: books.readableEqual.until,
    },
  }
}

/** The starts of all buckets of the period, including empty ones. */
function bucketsOf({ from, to, bucket }: Period): Date[] {
  const step = bucketMs[bucket]
  const first = Math.floor(from.getTime() / step) * step
  const count = Math.ceil((to.getTime() - first) / step)
  return Array.from({ length: count }, (_, i) => new Date(first + i * step))
}

function currenciesOf(rows: CurrencyFigures[], period: Period) {
  return [...grouped(rows, row => row.currency)].map(([currency, own]) => {
    const at = grouped(own, row => row.at.toISOString())
    const series = bucketsOf(period).map(start => ({
      at: start,
      ...figuresOf(at.get(start.toISOString()) ?? []),
    }))
    return { currency, ...figuresOf(own), series }
  })
}

function figuresOf(rows: CurrencyFigures[]) {
  const { created: count, ...sums } = sumsOf(rows)
  return { count, ...sums }
}

const declinesAtMost = 10

function declinesOf(rows: ActivityFigures[]) {
  return rows
    .filter(({ kind }) => kind === 'decline')
    .map(({ name, count }) => ({ code: name, count }))
    .sort((a, b) => b.count - a.count || a.code.localeCompare(b.code))
    .slice(0, declinesAtMost)
}

function callbacksOf(rows: ActivityFigures[], period: Period) {
  const callbacks = rows.filter(({ kind }) => kind === 'callback')
  const total = (name: string) =>
    callbacks.filter(row => row.name === name).reduce((sum, { count }) => sum + count, 0)
  const keyOf = (name: string, at: Date | null) => `${name} ${at?.getTime()}`
  const counts = new Map(callbacks.map(({ name, at, count }) => [keyOf(name, at), count]))
  const latencies = Array.from({ length: latencyBoundsMs.length + 1 }, () => 0)
  for (const { kind, name, count } of rows) if (kind === 'latency') latencies[Number(name)] = count
  return {
    delivered: total('delivered'),
    failed: total('failed'),
    dead: total('dead'),
    p50Ms: percentile(latencies, 0.5),
    p95Ms: percentile(latencies, 0.95),
    series: bucketsOf(period).map(at => ({
      at,
      delivered: counts.get(keyOf('delivered', at)) ?? 0,
      failed: counts.get(keyOf('failed', at)) ?? 0,
    })),
  }
}
