import { type Db, type Fragment, recordset } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import { merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { type MerchantId, unclaimedMerchantId } from '../ids.ts'
import { accountAsJson, findAccountOwner, type ProcessorAccount } from '../merchants/accounts.sql.ts'
import { disputeSnapshot } from '../payments/disputes.sql.ts'
import { paymentAsJson } from '../payments/payments.sql.ts'
import type { ProcessorEvent } from '../processors/port.ts'
import type { Tracer } from '../tracing/tracer.ts'
import type { KnownPayment } from './apply-report.ts'

/** `unread`: a readable copy replaces it. `found`: the search found it, and its webhook has not arrived. */
type Seen = 'unread' | 'waiting' | 'found' | 'done' | null

/** All our records that an event could concern. */
export interface EventContext {
  /** The owner of the account; `unclaimedMerchantId` if there is none. */
  merchantId: MerchantId
  account: ProcessorAccount | null
  forwards: boolean
  seen: Seen
  /** When the event was first received. */
  arrivedAt: Date
  /** The event may have been recorded before a merchant had the account. */
  mayPredateAccount: boolean
  payment: KnownPayment | null
  /** The call that creates the event's account or payment may still be running. Not every event names its payment. */
  underway: boolean
}

interface AskedEvent {
  processor: string
  event: ProcessorEvent
  at: Date
}

/**
 * One round trip for any event. On a cluster, another one finds the merchant, and so the shard; for unknown accounts, a
 * third asks all shards.
 */
export async function loadEventContext(db: Db, asked: AskedEvent): Promise<EventContext> {
  const { processor, event, at } = asked
  const { accountId } = event
  const isAskedFor = accountId !== null && !db.engine.isOne
  const owner = isAskedFor ? await findAccountOwner(db, { processor, accountId }) : null
  const context = await loadInBatches(db, { merchantId: owner ?? unclaimedMerchantId, ...asked })
  if (!isAskedFor || owner !== null) return context
  const making = await makingAccount(db, db`${context.arrivedAt}::timestamptz`, db`${at}::timestamptz`)
  return { ...context, underway: making.length > 0 }
}

const loadInBatches = inBatches(loadContexts)

/** One statement, so that a payment, its refunds and its disputes are from the same moment. */
async function loadContexts(
  db: Db,
  asked: (AskedEvent & { merchantId: MerchantId })[],
): Promise<EventContext[]> {
  const merchantId = merchantOf(db, asked)
  const on = (column: string) => ofMerchant(db, column, merchantId)
  const rows = asked.map(({ processor, event, at }, item) => {
    const { accountId, id: eventId, createdAt, subject } = event
    const { processorPaymentId, paymentId } = subject.kind === 'payment' ? subject : {}
    return { item, processor, accountId, eventId, createdAt, processorPaymentId, paymentId, at }
  })
  const columns = db`
    item int, processor text, "accountId" text, "eventId" text, "createdAt" timestamptz, "processorPaymentId" text,
    "paymentId" text, at timestamptz`
  const given = recordset(db, rows, columns)
  const arrivedAt = db`coalesce(e.received_at, g.at)`
  const creating = db`o.merchant_id = a.merchant_id and o.kind = 'create' ${on('o.merchant_id')}`
  const accountUnderway = db.engine.isOne ? db`exists (${makingAccount(db, arrivedAt, db`g.at`)})` : db`false`
  // only events from before the account was recorded here can have arrived while it was unclaimed
  const found = await db<EventContext[]>`
    select coalesce(a.merchant_id, ${unclaimedMerchantId}) as merchant_id, ${arrivedAt} as arrived_at, e.seen,
      m.callback_url is not null as forwards,
      coalesce(g."createdAt" <= a.created_at + interval '10 minutes', false) as may_predate_account,
      case when a.merchant_id is null then g."accountId" is not null and ${accountUnderway}
        else p.payment_id is null and (
          g."paymentId" is not null and exists (select from operations o
            where ${creating} and o.state = 'started' and o.payment_id = g."paymentId")
          or g."paymentId" is null and g."processorPaymentId" is not null and exists (select from open_operations o
            where ${creating} and o.created_at <= ${arrivedAt} and o.created_at > g.at - interval '1 day'))
        end as underway,
      case when a.merchant_id is not null then ${accountAsJson(db)} end as account, p.known as payment
    from ${given} as g
      left join processor_accounts a on a.processor = g.processor and a.account_id = g."accountId" ${on('a.merchant_id')}
      left join merchants m on m.merchant_id = a.merchant_id
      left join lateral (
        select e.received_at, case when e.outcome in ('waiting', 'unread') then e.outcome
          when e.trace_id is null then 'found' else 'done' end as seen
        from events e
        where e.merchant_id = coalesce(a.merchant_id, ${unclaimedMerchantId}) and e.processor = g.processor
          and e.event_id = g."eventId" ${on('e.merchant_id')}
        limit 1) e on true
      left join lateral (
        select p.payment_id, jsonb_build_object('payment', ${paymentAsJson(db)}, 'refunds', coalesce((
            select jsonb_agg(jsonb_build_object('refundId', r.refund_id, 'processorRefundId', r.processor_refund_id,
              'amountCents', r.amount_cents, 'returnsFee', r.returns_fee, 'reason', r.reason, 'state', r.state,
              'feeUnread', r.fee_due_at is not null) order by r.created_at, r.refund_id)
            from refunds r where r.merchant_id = p.merchant_id and r.payment_id = p.payment_id ${on('r.merchant_id')}),
          '[]'), 'disputes', coalesce((
            select jsonb_agg(${disputeSnapshot(db)})
            from disputes d where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id ${on('d.merchant_id')}),
          '[]')) as known
        from payments p
        where p.merchant_id = a.merchant_id and p.processor = a.processor
          and p.processor_payment_id = g."processorPaymentId" ${on('p.merchant_id')}
        limit 1) p on true
    order by g.item`
  // JSON has dates as text
  for (const { payment: known } of found) {
    if (!known) continue
    known.payment.createdAt = new Date(known.payment.createdAt)
    known.payment.updatedAt = new Date(known.payment.updatedAt)
  }
  return found
}

/**
 * The processor may report an account before it answers the call that created it. The clocks of instances differ by a few
 * minutes at most.
 */
const makingAccount = (db: Db, arrivedAt: Fragment, at: Fragment) => db`
  select 1 from open_operations
  where kind = 'account' and created_at <= ${arrivedAt} + interval '5 minutes' and created_at > ${at} - interval '1 day'
  limit 1`

/** Receives an event within the span of the operation that caused it, or else of its webhook. */
export async function inEventSpan<Result>(
  { db, tracer }: { db: Db; tracer?: Tracer | null },
  processor: string,
  event: ProcessorEvent,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return await work()
  const { id, type, accountId } = event
  const merchantId = accountId === null ? null : await findAccountOwner(db, { processor, accountId })
  const parent = merchantId && (await findCause(db, merchantId, processor, event))
  const attributes = { 'svcpay.event_id': id, 'svcpay.merchant_id': merchantId }
  return await tracer.run({ name: `event ${type}`, kind: 'consumer', attributes, parent }, work)
}

/** The operation whose key the processor names as the cause, or else the newest on the payment. */
async function findCause(
  db: Db,
  merchantId: MerchantId,
  processor: string,
  { subject, callKey = '' }: ProcessorEvent,
): Promise<string | null> {
  if (subject.kind !== 'payment') return null
  const [found] = await db<{ traceparent: string }[]>`
    select o.traceparent
    from payments p join operations o on o.merchant_id = p.merchant_id and o.payment_id = p.payment_id
    where p.merchant_id = ${merchantId} and o.merchant_id = ${merchantId} and p.processor = ${processor}
      and p.processor_payment_id = ${subject.processorPaymentId} and o.traceparent is not null
    order by coalesce(o.intent ->> 'callKey' = ${callKey}, false) desc, o.operation_id desc limit 1`
  return found?.traceparent ?? null
}
