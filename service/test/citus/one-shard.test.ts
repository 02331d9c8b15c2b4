import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'

const paying = usePaying({ role: 'all', webhooks: true })

/**
 * Statements that may read all shards, each without a lock. Jobs and workers look for work before they know its merchant;
 * an event of an unknown account may be about an account that is being created.
 */
const acrossShards: Record<string, RegExp> = {
  'whether anything is queued': /^select due_at from delivery_queue limit/,
  'merchants with due callbacks': /^select e\.merchant_id from callback_endpoints e where right\(/,
  'stalled operations': /^select merchant_id from \( select \*, row_number\(\) over/,
  'payments to read again':
    /^select merchant_id, payment_id, now\(\) \+ .* from payment_statuses where status in/,
  'payments that need no more readings':
    /^select merchant_id, payment_id, null::timestamptz as check_at from payment_statuses where status in/,
  'changed statuses':
    /^(delete from payment_statuses s using|insert into payment_statuses .* from) payments p/,
  'waiting events':
    /^select merchant_id, processor, event_id, now\(\) \+ .* from events where outcome = 'waiting'/,
  'fees to read': /^select merchant_id, refund_id, now\(\) \+ .* from refunds where fee_due_at/,
  'due searches': /^select merchant_id, processor, coalesce\(.* from event_cursors/,
  'existing searches': /^select merchant_id, processor from event_cursors where merchant_id = any/,
  'leases from a clock ahead': /^select merchant_id from open_operations where \(lease_until >/,
  'accounts being created': /^select 1 from open_operations where kind = 'account'/,
  'endpoints that keep failing':
    /^select e\.merchant_id from callback_endpoints e where e\.failures_in_a_row/,
  figures:
    /\b(figures|figures_due|payment_figures|activity_figures|figure_cursors|payment_figures_by_day|activity_figures_by_day)\b/,
}

/**
 * Rows in the parameters of an insert always pass through the coordinator. Citus cannot explain such an insert, but it can
 * explain the part that reads.
 */
function readForInsert({ text, parameters }: Sent): Sent | null {
  const plain = plainOf(text)
  if (!/^(with .*)?insert into \w+ .*\bselect\b/.test(plain)) return null
  const read = plain
    .replace(/insert into \w+( as \w+)? \([^)]*\)/, '')
    .replace(/ (on conflict|returning) .*$/, '')
  return { text: read, parameters }
}

interface Sent {
  text: string
  parameters: unknown[]
}

const sent = new Map<string, Sent>()
let explainer: postgres.Sql

beforeAll(() => {
  explainer = postgres(paying.databaseUrl, { max: 1, onnotice: () => {}, prepare: false })
})
afterAll(() => explainer.end())

const plainOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const distributed =
  /\b(from|join|using|into|update) (payments|payment_statuses|refunds|disputes|operations|open_operations|ledger_entries|events|event_cursors|deliveries|delivery_queue|delivery_attempts|callback_endpoints|callback_secrets)\b/

function watch(): void {
  paying.service.db.options.debug = (_connection, text, parameters) => {
    const plain = plainOf(text)
    if (/^(select|with|insert|update|delete)/i.test(plain) && distributed.test(plain)) {
      sent.set(plain, { text, parameters })
    }
  }
}

/** How many shards each part of a statement is sent to, and whether rows pass through the coordinator. */
async function tasksOf({ text, parameters }: Sent): Promise<string[]> {
  const rows = await explainer
    .begin(async tx => {
      const plan = await tx.unsafe(
        `explain (costs off) ${text}`,
        parameters as postgres.ParameterOrJSON<never>[],
      )
      return plan.map(row => String(Object.values(row)[0]))
    })
    .catch(error => [`cannot be explained: ${error.message}`])
  return rows.filter(line =>
    /Task Count|pull to coordinator|repartition|Distributed Subplan|cannot be/.test(line),
  )
}

describe('the path of a payment, an event and a delivery', () => {
  it('queries one shard at a time in every case', async () => {
    const receiver = await startReceiver()
    paying.merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    watch()
    const key = newKey()
    await paying.create({}, key)
    await paying.create({}, key)
    const { id } = await paying.pay()
    const settled = async (status: string) =>
      waitFor(async () => expect((await paying.get(`/payments/${id}`)).body.status).toBe(status))
    await settled('succeeded')
    await paying.post(`/payments/${id}/refund`, { amountCents: 10 }, { 'idempotency-key': newKey() })
    await paying.post(`/payments/${id}/refund`, {})
    await settled('refunded')
    const manual = await paying.pay({ captureMethod: 'manual' })
    await waitFor(async () => {
      const { status } = await paying.post(`/payments/${manual.id}/capture`, {})
      expect(status).toBe(200)
    })
    const { body: unpaid } = await paying.create()
    await paying.post(`/payments/${unpaid.svcPaymentId}/cancel`, {})
    await paying.get('/payments')
    await waitFor(() => expect(receiver.received.length).toBeGreaterThan(4))
    const attempts = () => [...sent.keys()].filter(text => /insert into delivery_attempts/.test(text))
    await expect.poll(attempts).not.toEqual([])
    paying.service.db.options.debug = false

    const allowed = Object.values(acrossShards)
    const faults: [string, string[]][] = []
    for (const [plain, statement] of sent) {
      const isAllowed = allowed.some(pattern => pattern.test(plain))
      if (isAllowed) {
        expect([plain, /for (no key )?update/.test(plain)]).toEqual([plain, false])
        continue
      }
      const read = readForInsert(statement)
      if (read && !distributed.test(read.text)) continue
      const tasks = await tasksOf(read ?? statement)
      const isOne = tasks.length > 0 && tasks.every(line => /Task Count: 1$/.test(line))
      if (!isOne) faults.push([plain, tasks])
    }
    expect(sent.size).toBeGreaterThan(20)
    expect(faults).toEqual([])
  })

  it('fails this test with a statement that names no merchant, or that writes another statement’s rows', async () => {
    const across = { text: `select * from payments where payment_id = 'x'`, parameters: [] }
    expect((await tasksOf(across)).join()).toMatch(/Task Count: [2-9]$/)
    const copied = {
      text: `insert into event_cursors (merchant_id, processor, read_until, checked_at)
        select merchant_id, processor, now(), now() from jsonb_to_recordset('[]') as r (merchant_id text, processor text)`,
      parameters: [],
    }
    expect((await tasksOf(copied)).join()).toMatch(/pull to coordinator/)
  })
})
