import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { needs } from '../../../vitest.needs.ts'
import {
  listAllPayments,
  type OperatorPaymentFilter,
} from '../../src/back-office/payments/all-payments.sql.ts'
import { type Db, openDb } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import { followStatuses } from '../../src/jobs/statuses.sql.ts'
import { paymentStatuses } from '../../src/payments/payment.ts'
import { listPayments } from '../../src/payments/payments.sql.ts'
import { numbersFrom } from '../back-office/random-business.ts'
import { openExplained, withAllBelow } from '../support/plans.ts'
import { useService } from '../support/service.ts'

const service = useService()
const startMs = Date.now() - 3_600_000
const nothing = { orderRefs: null, createdFrom: null, createdTo: null }
const anything = {
  captureMethod: null,
  currency: null,
  amountFrom: null,
  amountTo: null,
  isRefunded: false,
  refunded: null,
  disputed: null,
}

async function addPayments(merchantId: string, count: number): Promise<void> {
  await service.db`
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, created_at, updated_at)
    select ${merchantId}, 'svcpay_' || right(${merchantId}, 20) || lpad(n::text, 6, '0'), 'sandbox', 'acct_1', 'pi_' || n,
      'requires_payment_method', 'usd', 'automatic', 1000, 10, at, at
    from generate_series(1, ${count}::int) n,
      lateral (select ${new Date(startMs)}::timestamptz - n * interval '1 second' as at) placed`
}

/** Sets the status of the merchant's payments whose number has this remainder. */
async function change(merchantId: string, status: string, remainder: number, at: Date): Promise<void> {
  const captured = ['succeeded', 'partially_refunded', 'refunded'].includes(status) ? 1000 : 0
  const refunded = { partially_refunded: 400, refunded: 1000 }[status] ?? 0
  await service.db`
    update payments set status = ${status}, captured_cents = ${captured}, refunded_cents = ${refunded}, updated_at = ${at}
    where merchant_id = ${merchantId} and right(payment_id, 6)::int % 13 = ${remainder}`
}

const expected = async (merchantId: string | null, status: string) =>
  (
    await service.db<{ id: string }[]>`
      select payment_id as id from payments
      where status = ${status} ${merchantId === null ? service.db`` : service.db`and merchant_id = ${merchantId}`}
      order by created_at desc, payment_id desc`
  ).map(({ id }) => id)

type Position = OperatorPaymentFilter['after']

async function pagesOf(list: (after: Position) => Promise<NonNullable<Position>[]>): Promise<string[]> {
  const found: NonNullable<Position>[] = []
  for (let page = await list(null); page.length > 0; page = await list(found.at(-1) ?? null))
    found.push(...page)
  return found.map(({ paymentId }) => paymentId)
}

const ofMerchant = (db: Db, merchantId: string, status: (typeof paymentStatuses)[number]) =>
  pagesOf(async after => await listPayments(db, { ...nothing, merchantId, statuses: [status], after }, 17))

const asOperator = (db: Db, merchantId: string | null, status: OperatorPaymentFilter['status']) =>
  pagesOf(async after => {
    const { payments } = await listAllPayments(db, {
      ...nothing,
      ...anything,
      merchantId,
      status,
      after,
      limit: 23,
    })
    return payments.map(({ merchantId, svcPaymentId }) => ({ merchantId, paymentId: svcPaymentId }))
  })

describe.each([true, false])('a list by status, on one PostgreSQL: %s', isOne => {
  it('has exactly the payments of that status, however many changes were copied', async () => {
    const db = openDb(service.config.databaseUrl)
    onTestFinished(() => db.end())
    if (isOne) await learnPlacement(db)
    const merchantIds = await Promise.all([1, 2].map(async () => (await service.createMerchant()).merchantId))
    for (const merchantId of merchantIds) await addPayments(merchantId, 60)
    const next = numbersFrom(isOne ? 7 : 8)
    const below = (most: number) => Math.floor(next() * most)
    for (let round = 0; round < 25; round++) {
      const at = new Date(startMs + round * 9_000)
      for (const merchantId of merchantIds) {
        await change(merchantId, paymentStatuses[below(paymentStatuses.length)] ?? '', below(13), at)
      }
      if (below(3) > 0) await followStatuses(db, at)
      const status = paymentStatuses[round % paymentStatuses.length] ?? 'succeeded'
      const [merchantId = ''] = merchantIds
      expect(await ofMerchant(db, merchantId, status)).toEqual(await expected(merchantId, status))
      for (const of of [merchantId, null]) {
        expect(await asOperator(db, of, status)).toEqual(await expected(of, status))
      }
    }
    // once all changes have been copied, the table matches the payments
    await followStatuses(db, new Date(startMs + 3_000_000))
    const [row] = await db`
      select count(*)::int as wrong from payments p left join payment_statuses s using (merchant_id, payment_id)
      where p.merchant_id = any(${merchantIds})
        and (p.status <> coalesce(s.status, 'succeeded') or p.updated_at <> s.updated_at)`
    expect(row).toEqual({ wrong: 0 })
  })
})

it('a list by status reads little more than its page', async test => {
  // a cluster's plans are those of its shards
  needs(test, 'one server', inject('otherNodes').length === 0)
  const { merchantId } = await service.createMerchant()
  await addPayments(merchantId, 20_000)
  await change(merchantId, 'canceled', 3, new Date(startMs))
  // as if a minute had passed since the changes
  await followStatuses(service.db, new Date(Date.now() + 60_000))
  await service.db`vacuum analyze payments, payment_statuses`
  const { db, plans } = await openExplained(service.config.databaseUrl)
  const after = { merchantId, paymentId: `svcpay_${merchantId.slice(-20)}010000` }
  for (const of of [merchantId, null]) {
    for (const status of ['canceled', 'requires_payment_method', 'processing', null] as const) {
      const isRefunded = status === null
      const filter = { ...nothing, ...anything, isRefunded, merchantId: of, status, limit: 21 }
      await listAllPayments(db, { ...filter, after: null })
      await listAllPayments(db, { ...filter, after })
    }
  }
  const nodes = plans.flatMap(withAllBelow).filter(node => /^payment/.test(node['Relation Name'] ?? ''))
  expect(nodes.length).toBeGreaterThan(8)
  for (const node of nodes) {
    const read = (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)
    expect([node['Node Type'], read <= 10_000], JSON.stringify(node)).toEqual([
      expect.not.stringMatching('Seq Scan'),
      true,
    ])
  }
})
