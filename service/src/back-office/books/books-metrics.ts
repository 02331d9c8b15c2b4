import { Gauge } from 'prom-client'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { knownSchema } from '../../db/migrate.ts'
import type { Metrics } from '../../http/metrics.ts'
import { version } from '../../settings/version.ts'
import { type CurrencyFigures, paymentFigures } from '../figures/figures.sql.ts'
import { openOperationsNow } from '../open-operations.sql.ts'
import { lastLedgerCheck } from './ledger.sql.ts'

const counts = ['created', 'succeeded', 'failed', 'canceled'] as const
const amounts = ['volume', 'fees', 'refunded', 'disputed'] as const

const dayMs = 86_400_000
const neverChecked = { ok: true, at: new Date(0) }

async function readBooks(db: Db, now: Date) {
  const from = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const to = new Date(from.getTime() + dayMs)
  const [operations, today, check] = await Promise.all([
    openOperationsNow(db),
    paymentFigures(db, { from, to, bucket: 'day', merchantId: null, processor: null }),
    lastLedgerCheck(db),
  ])
  const { ok, at } = check ?? neverChecked
  return { ...operations, today, ok, ageSeconds: (now.getTime() - at.getTime()) / 1000 }
}

/** Business figures from the database, the same on every instance, and the version of this instance. */
export function addBooksMetrics(metrics: Metrics, { db, clock }: { db: Db; clock: Clock }): void {
  const { registry, fromDatabase } = metrics
  const { gauge, gaugeBy } = fromDatabase(() => readBooks(db, clock.now()))
  const perCurrency = (name: string, help: string, of: (today: CurrencyFigures) => [string, number][]) =>
    gaugeBy(['currency', 'what'], name, help, ({ today }) =>
      today.flatMap(one => of(one).map(([what, value]) => [{ currency: one.currency, what }, value])),
    )

  gauge('svcpay_operations_open', 'Operations in progress or with an unknown outcome', books => books.open)
  gauge('svcpay_operations_oldest_seconds', 'Age of the oldest open operation', books => books.oldestSeconds)
  gauge(
    'svcpay_ledger_check_ok',
    '0 if the latest check of the ledger found a difference, otherwise 1',
    books => Number(books.ok),
  )
  gauge(
    'svcpay_ledger_check_age_seconds',
    'Time since the ledger was last checked; if it never was, the time since 1970',
    books => books.ageSeconds,
  )
  perCurrency('svcpay_payments_today', 'Payments since midnight UTC, by currency and outcome', today =>
    counts.map(what => [what, today[what]]),
  )
  perCurrency(
    'svcpay_payment_cents_today',
    'Amounts since midnight UTC, in the smallest unit of the currency',
    today => amounts.map(what => [what, today[`${what}Cents`]]),
  )
  new Gauge({
    name: 'svcpay_build_info',
    help: 'Always 1; the labels are the versions of svcpay, its schema and Node.js',
    labelNames: ['version', 'schema', 'node'] as const,
    registers: [registry],
  }).set({ version, schema: String(knownSchema), node: process.version }, 1)
}
