import { expect, it } from 'vitest'
import type { Db } from '../../src/db/db.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying({ webhooks: true })
const grown = ['payments', 'operations', 'events']

/** All statements of a payment, its refund and their events. */
async function statementsOfAPayment(): Promise<Set<string>> {
  const { db } = paying.service
  const statements = new Set<string>()
  const isOwn = (text: string) => text.includes('charge.refund%')
  db.options.debug = (_connection, text) => void (isOwn(text) || statements.add(text))
  const { id } = await paying.pay()
  await paying.post(`/payments/${id}/refund`, { amountCents: 10 }, { 'idempotency-key': newKey() })
  const applied = async () => {
    await paying.get(`/payments/${id}`)
    const [row] = await db<{ count: number }[]>`
      select count(*)::int as count from events
      where merchant_id = ${paying.merchant.merchantId} and payment_id = ${id} and type like 'charge.refund%'`
    return row?.count
  }
  await expect.poll(applied).toBeGreaterThan(0)
  db.options.debug = false
  return statements
}

/** The plan for any parameters, which PostgreSQL uses after many calls. */
async function keptPlanOf(db: Db, statement: string): Promise<string> {
  const rows = await db.unsafe(`explain (generic_plan) ${statement}`).simple()
  return rows.map(row => Object.values(row)[0]).join('\n')
}

it('the statements of a payment find their rows by key soon after their tables have grown', async () => {
  const { db } = paying.service
  const seen = await statementsOfAPayment()
  const statements = [...seen].filter(text => /^\s*(with|select|insert|update)/i.test(text))
  await db`
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, created_at, updated_at)
    select merchant_id, 'svcpay_' || lpad(n::text, 26, '0'), processor, account_id, 'pi_' || n, 'requires_payment_method', currency,
      capture_method, authorized_cents, authorized_fee_cents, created_at, updated_at
    from (select * from payments limit 1) one, generate_series(1, 5000) n`
  await db`
    insert into operations (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id, intent, state,
      response, created_at, settled_at, answer_owed)
    select merchant_id, 'op_' || lpad(n::text, 26, '0'), 'create', 'key ' || n, request_digest,
      'svcpay_' || lpad(n::text, 26, '0'), intent, state, response, created_at, settled_at, answer_owed
    from (select * from operations where state = 'done' limit 1) one, generate_series(1, 5000) n`
  await db`
    insert into events (merchant_id, processor, event_id, type, account_id, payment_id, sealed_body, outcome, created_at,
      received_at)
    select merchant_id, processor, 'evt_' || n, type, account_id, payment_id, sealed_body, outcome, created_at, received_at
    from (select * from events limit 1) one, generate_series(1, 5000) n`
  const rows = async () => {
    const counted = await db<{ reltuples: number }[]>`
      select reltuples from pg_class where relname = any(${grown})`
    return Math.min(...counted.map(({ reltuples }) => reltuples))
  }
  await expect.poll(rows).toBeGreaterThanOrEqual(5000)

  expect(statements.length).toBeGreaterThan(8)
  for (const statement of statements) {
    const plan = await keptPlanOf(db, statement)
    const read = grown.filter(table => plan.includes(`Seq Scan on ${table} `))
    expect([statement.trim().slice(0, 200), read]).toEqual([statement.trim().slice(0, 200), []])
  }
})
