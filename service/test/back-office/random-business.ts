import { randomUUID } from 'node:crypto'
import type { Db } from '../../src/db/db.ts'
import { firstDeliveryIdAt, paymentIdOf } from '../../src/ids.ts'

const outcomes = ['succeeded', 'partially_refunded', 'refunded', 'canceled', 'declined', 'new'] as const
const quarterMs = 15 * 60_000

/** Pseudorandom numbers from 0 up to 1, always the same for a seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export interface Business {
  merchantIds: string[]
  count: number
  from: Date
  to: Date
  changedAt?: Date
  processor?: string
}

/** Payments, their entries and their callbacks at random times, some right on the edge of a quarter of an hour. */
export async function addBusiness(
  db: Db,
  next: () => number,
  { merchantIds, count, from, to, changedAt = new Date(), processor = 'stripe' }: Business,
): Promise<void> {
  const pick = <One>(of: readonly One[]) => of[Math.floor(next() * of.length)] as One
  const someTime = () => {
    const atMs = from.getTime() + Math.floor(next() * (to.getTime() - from.getTime()))
    if (next() > 0.3) return new Date(atMs)
    return new Date(Math.max(from.getTime(), Math.floor(atMs / quarterMs) * quarterMs - pick([0, 1])))
  }
  const payments: Record<string, unknown>[] = []
  const entries: Record<string, unknown>[] = []
  const events: Record<string, unknown>[] = []
  const deliveries: Record<string, unknown>[] = []
  const queue: Record<string, unknown>[] = []
  for (let i = 0; i < count; i += 1) {
    const [merchant_id, payment_id, at] = [pick(merchantIds), paymentIdOf(randomUUID()), someTime()]
    const [outcome, currency] = [pick(outcomes), pick(['usd', 'eur', 'jpy'])]
    const cents = 100 + Math.floor(next() * 9900)
    const refunded = { succeeded: 0, partially_refunded: 40, refunded: cents }[outcome as string]
    const post = (kind: string, customer_cents: number, fee: number) =>
      entries.push({
        ...{ merchant_id, payment_id, currency, kind, fact: `${kind} ${randomUUID()}`, source: 'op_x' },
        ...{ customer_cents, merchant_cents: -customer_cents - fee, platform_fees_cents: fee },
        ...{ posted_at: someTime(), inserted_at: changedAt },
      })
    payments.push({
      ...{ merchant_id, payment_id, processor, account_id: 'acct_x', currency },
      processor_payment_id: `pi_${payment_id}`,
      status: outcome === 'declined' || outcome === 'new' ? 'requires_payment_method' : outcome,
      failure_code: outcome === 'declined' ? 'card_declined' : null,
      ...{ capture_method: 'automatic', authorized_cents: cents, authorized_fee_cents: 7 },
      captured_cents: refunded === undefined ? 0 : cents,
      refunded_cents: refunded ?? 0,
      ...{ created_at: at, updated_at: changedAt, inserted_at: changedAt },
    })
    if (refunded !== undefined) post('capture', -cents, 7)
    if (refunded) post('refund', refunded, -2)
    if (next() < 0.1 && refunded) post('refund_failed', -refunded, 2)
    if (next() < 0.1 && refunded !== undefined) post('dispute', 0, 0)
    if (next() < 0.7) {
      const [event_id, created_at] = [`evt_${payment_id}`, someTime()]
      const delivery_id =
        firstDeliveryIdAt(created_at).slice(0, 14) + String(next()).slice(2, 18).padEnd(16, '0')
      const state = pick(['delivered', 'delivered', 'dead', 'pending'])
      const of = { merchant_id, processor, event_id, type: 'payment_intent.succeeded', payment_id }
      events.push({
        ...of,
        account_id: 'acct_x',
        sealed_body: '',
        outcome: 'applied',
        created_at,
        received_at: at,
      })
      const times = { created_at, updated_at: changedAt, inserted_at: changedAt }
      deliveries.push({ ...of, delivery_id, state, attempts: 1, ...times })
      if (state === 'pending') {
        queue.push({ merchant_id, delivery_id, due_at: new Date(Date.now() + 3_600_000), attempt: 1 })
      }
    }
  }
  const tables = { payments, ledger_entries: entries, events, deliveries, delivery_queue: queue }
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? {}).join(', ')
    for (let i = 0; i < rows.length; i += 500) {
      await db.unsafe(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [db.json(rows.slice(i, i + 500) as never)],
      )
    }
  }
}
