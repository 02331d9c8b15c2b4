import { beforeAll, expect, it } from 'vitest'
import { waitUntil } from '../../../vitest.waits.ts'
import type { Fragment, Queryable } from '../../src/db/db.ts'
import { closeLedgerDays } from '../../src/ledger/days.sql.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { reconcile } from '../reconcile/prepared.ts'
import { usePaying } from '../support/paying.ts'

const paying = usePaying({ env: { SVC_FEE_BPS: '200' } })

/** The tables of the books with amounts, each with the key of a row. */
const books: Record<string, { key: string }> = {
  payments: { key: 'payment_id' },
  refunds: { key: 'refund_id' },
  disputes: { key: 'processor_dispute_id' },
  ledger_entries: { key: "payment_id || ' ' || fact" },
  ledger_days: { key: "currency || ' ' || day" },
}

/** Tables whose amounts are settings, statistics or results of a comparison. */
const others = ['merchants', 'payment_figures', 'payment_figures_by_day', 'reconciliation_totals']

/** Amounts that this database stores only once, so that only a comparison with the processor finds a change. */
const onlyAtProcessor = new Set([
  'payments.authorized_cents',
  'payments.authorized_fee_cents',
  // the ledger has only the movements of a dispute
  'disputes.amount_cents',
])

const captured = async (method?: string) => {
  const payment = await paying.pay({ captureMethod: 'manual' }, method)
  expect((await paying.post(`/payments/${payment.id}/capture`)).status).toBe(200)
  return payment
}

const refunded = async (id: string, amountCents: number) =>
  expect((await paying.post(`/payments/${id}/refund`, { amountCents })).status).toBe(200)

async function disputed(evidence?: string): Promise<void> {
  const { intentId } = await captured('pm_card_createDispute')
  const onAccount = { stripeAccount: paying.merchant.accountId }
  const { data } = await paying.stripe.disputes.list({ payment_intent: intentId }, onAccount)
  if (!evidence) return
  const { id } = await paying.stripe.disputes.update(
    String(data[0]?.id),
    { evidence: { uncategorized_text: evidence }, submit: true },
    onAccount,
  )
  const read = async () => (await paying.stripe.disputes.retrieve(id, {}, onAccount)).status
  await waitUntil(async () => ['won', 'lost'].includes(await read()))
}

/** A refund that was requested but not answered yet. */
async function reserveRefund(id: string): Promise<void> {
  const { db } = paying.service
  const refundId = 'svcrf_00000000000000000000000000'
  await db`
    insert into refunds (merchant_id, refund_id, payment_id, amount_cents, returns_fee, state, created_at, updated_at)
    select merchant_id, ${refundId}, payment_id, 300, true, 'reserved', now(), now() from payments where payment_id = ${id}`
  await db`
    insert into operations (merchant_id, operation_id, kind, request_digest, payment_id, intent, state, created_at)
    select merchant_id, 'op_00000000000000000000000000', 'refund', sha256(''), payment_id,
      ${db.json({ refundId, refund: { amountCents: 300 } })}, 'started', now() from payments where payment_id = ${id}`
}

beforeAll(async () => {
  const { db } = paying.service
  await paying.create()
  const { body: unpaid } = await paying.create()
  await paying.post(`/payments/${unpaid.svcPaymentId}/cancel`)
  const plain = await captured()
  await refunded(plain.id, 1000)
  await refunded((await captured('pm_card_refundFail')).id, 700)
  await disputed()
  await disputed('winning_evidence')
  await disputed('losing_evidence')
  // applies the failed refund, and the disputes
  const { run } = await reconcile(paying, { fix: true })
  expect(run.differences).toBeGreaterThan(3)
  await reserveRefund(plain.id)
  await db.begin(async tx => {
    await tx`set local session_replication_role = replica`
    await tx`update ledger_entries set posted_at = posted_at - interval '2 days' where payment_id = ${plain.id}`
  })
  await db`update figure_cursors set read_from = now() - interval '3 days' where source = 'ledger'`
  await closeLedgerDays(db)
  // a superuser can drop the constraints
  const checks = await db<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'c' and conrelid::regclass::text = any(${Object.keys(books)})`
  for (const { table, name } of checks) await db`alter table ${db(table)} drop constraint ${db(name)}`
})

interface Change {
  name: string
  table: string
  column: string
  key: string
}

async function write({ table, column, key }: Change, value: (tx: Queryable) => Fragment): Promise<void> {
  await paying.service.db.begin(async tx => {
    await tx`set local session_replication_role = replica`
    const { count } = await tx`
      update ${tx(table)} set ${tx(column)} = ${value(tx)} where ${tx.unsafe(books[table]?.key ?? '')} = ${key}`
    expect(count).toBe(1)
  })
}

/** Adds or subtracts a cent. */
const tamper = (change: Change, cents: 1 | -1) => write(change, tx => tx`${tx(change.column)} + ${cents}`)

const centsColumns = () => paying.service.db<{ table: string; column: string }[]>`
  select table_name as table, column_name as column from information_schema.columns
  where table_schema = 'public' and column_name like '%cents' order by 1, 2`

async function allChanges(): Promise<Change[]> {
  const { db } = paying.service
  const changes: Change[] = []
  for (const { table, column } of await centsColumns()) {
    if (!books[table]) continue
    const rows = await db<{ key: string }[]>`
      select ${db.unsafe(books[table].key)} as key from ${db(table)} order by 1`
    expect(rows.length).toBeGreaterThan(0)
    for (const { key } of rows) changes.push({ name: `${table}.${column}`, table, column, key })
  }
  return changes
}

const amountsIn = async () => [...new Set((await centsColumns()).map(({ table }) => table))].sort()

it('every table with amounts is part of the books, or listed as an exception', async () => {
  expect(await amountsIn()).toEqual([...Object.keys(books), ...others].sort())
})

it('any manual change of an amount in the books is noticed', async () => {
  const { db } = paying.service
  const states = await db`select state from refunds union all select state from disputes order by 1`
  expect(states.map(({ state }) => state)).toEqual(
    ['failed', 'lost', 'open', 'reserved', 'succeeded', 'won'].sort(),
  )
  expect((await verifyLedger(db)).differences).toEqual([])
  expect((await reconcile(paying)).found).toEqual([])
  const unnoticed: string[] = []
  for (const change of await allChanges()) {
    await tamper(change, 1)
    const isNoticed = onlyAtProcessor.has(change.name)
      ? (await reconcile(paying)).found.length > 0
      : (await verifyLedger(db)).differences.length > 0
    if (!isNoticed) unnoticed.push(`${change.name} (${change.key})`)
    await tamper(change, -1)
  }
  expect(unnoticed).toEqual([])
})

it.each([
  ['payments', 'status', ['succeeded', 'partially_refunded', 'refunded', 'requires_capture', 'canceled']],
  ['ledger_entries', 'kind', ['capture', 'refund', 'fee_correction', 'dispute']],
] as const)('a row of %s with a %s that does not fit is noticed', async (table, column, all) => {
  const { db } = paying.service
  const rows = await db<{ key: string; known: string }[]>`
    select ${db.unsafe(books[table]?.key ?? '')} as key, ${db(column)} as known from ${db(table)}
    ${table === 'payments' ? db`where captured_cents > 0` : db``}`
  expect(rows.length).toBeGreaterThan(4)
  const unnoticed: string[] = []
  for (const { key, known } of rows) {
    const change = { name: column, table, column, key }
    for (const other of all.filter(one => one !== known)) {
      await write(change, tx => tx`${other}`)
      if ((await verifyLedger(db)).differences.length === 0) unnoticed.push(`${known} made ${other} (${key})`)
    }
    await write(change, tx => tx`${known}`)
  }
  expect(unnoticed).toEqual([])
  expect((await verifyLedger(db)).differences).toEqual([])
})
