import { type Logger, pino } from 'pino'
import { expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import type { Listed, ListedPayment, Movement } from '../../src/processors/lists-port.ts'
import type { Processor } from '../../src/processors/port.ts'
import { reconcile } from '../../src/reconcile/job.ts'
import { findRun, listRuns, totalsOf } from '../../src/reconcile/runs.sql.ts'
import { seedPayments } from '../back-office/many-payments.ts'
import { useService } from '../support/service.ts'

/** `SVCPAY_PAYMENTS=50000 npx vitest run service/test/reconcile/many.test.ts` measures the time and memory. */
const payments = Number(process.env.SVCPAY_PAYMENTS ?? 1000)
const service = useService()

interface Row {
  paymentId: string
  processorPaymentId: string
  status: ListedPayment['snapshot']['status']
  currency: string
  capturedCents: number
  authorizedCents: number
  authorizedFeeCents: number
  feeCents: number
  createdAt: Date
}

/** A processor with the same payments and movements as the books, newest first, in pages of a hundred. */
async function mirror(): Promise<Processor> {
  const rows = await service.db<Row[]>`
    select payment_id, processor_payment_id, case status when 'refunded' then 'succeeded' else status end as status, currency,
      captured_cents, authorized_cents, authorized_fee_cents, fee_cents, created_at
    from payments order by created_at desc`
  const captured = rows.filter(({ capturedCents }) => capturedCents > 0)
  const pageOf = <Item>(all: Row[], after: string | null, as: (row: Row) => Item) => {
    const start = Number(after ?? 0)
    const next = start + 100 < all.length ? String(start + 100) : null
    const value: Listed<Item> = { items: all.slice(start, start + 100).map(as), next }
    return Promise.resolve({ kind: 'done', value } as const)
  }
  const listed = (row: Row): ListedPayment => ({
    createdAt: row.createdAt,
    paymentId: row.paymentId,
    own: null,
    snapshot: {
      ...row,
      captureMethod: 'automatic',
      amountCents: row.authorizedCents,
      feeCents: row.authorizedFeeCents,
      failure: null,
    },
  })
  const moved = ({ processorPaymentId, currency, createdAt, capturedCents }: Row): Movement => {
    return {
      kind: 'payment',
      accountId: 'acct_x',
      processorPaymentId,
      currency,
      amountCents: capturedCents,
      createdAt,
    }
  }
  const taken = (row: Row): Movement => {
    const fee = { currency: row.currency, amountCents: row.feeCents, refundedCents: 0 }
    return { ...moved(row), kind: 'fee', amountCents: row.feeCents, fee }
  }
  return {
    ...(service.processors.get('stripe') as Processor),
    name: 'sandbox',
    listAccounts: () => pageOf([], null, () => null),
    listPayments: (_account, { after }) => pageOf(rows, after, listed),
    listMovements: (account, { after }) => pageOf(captured, after, account === null ? taken : moved),
  }
}

it('many payments are compared with few calls and statements, in little memory', async () => {
  const { db, config } = service
  await seedPayments(db, payments, { merchants: 1 })
  // the mirror has none of the refunds
  await db.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`delete from ledger_entries where kind = 'refund'`
  })
  await db`
    insert into processor_accounts (merchant_id, processor, account_id, charges_enabled, payouts_enabled,
      details_submitted, past_due, currently_due, created_at, updated_at)
    select merchant_id, 'sandbox', 'acct_x', true, true, true, false, '{}', now(), now() from merchants`
  const log: Logger = pino({ level: 'silent' })
  const deps = { db, clock: systemClock, encryptionKeys: config.encryptionKeys, leases: keepLeases(db), log }
  const job = reconcile({ ...deps, processors: new Map([['sandbox', await mirror()]]) }, null)
  const from = new Date(Date.now() - 91 * 86_400_000).toISOString()
  expect((await service.admin('POST', '/reconciliations', { from })).status).toBe(201)
  const startedAt = performance.now()
  let mostBytes = 0
  const heapBefore = process.memoryUsage().heapUsed
  for (let runs = 0; runs < 10_000; runs++) {
    await job.run()
    mostBytes = Math.max(mostBytes, process.memoryUsage().heapUsed - heapBefore)
    const [run] = await listRuns(db, { after: null, limit: 1 })
    if (run?.state !== 'running') break
  }
  const [last] = await listRuns(db, { after: null, limit: 1 })
  const run = await findRun(db, last?.reconciliationId ?? '')
  expect(run).toMatchObject({ state: 'done', differences: 0, payments, skippedAccounts: 0 })
  expect(run?.calls).toBeLessThan(4 * (payments / 100 + 1))
  for (const { processorCents, ledgerCents } of await totalsOf(db, last?.reconciliationId ?? '')) {
    expect(processorCents).toBe(ledgerCents)
  }
  const seconds = Math.round(performance.now() - startedAt) / 1000
  console.log({ payments, seconds, calls: run?.calls, mostMegabytes: Math.round(mostBytes / 2 ** 20) })
}, 600_000)
