import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import type { ProcessorAccount } from '../merchants/accounts.sql.ts'
import type { Payment, Refund } from '../payments/payment.ts'
import type { DisputeSnapshot, ProcessorEvent } from '../processors/port.ts'
import type { KnownPayment } from './apply-report.ts'
import { nobody } from './record-event.sql.ts'

/** Unread: a copy that can be read takes its place. */
type Seen = 'unread' | 'waiting' | 'done' | null

/** Everything this service knows that an event could concern. */
export interface EventContext {
  kind: 'merchant'
  merchantId: MerchantId
  forwards: boolean
  seen: Seen
  account: ProcessorAccount
  payment: KnownPayment | null
  /** The payment is being created, or may be: not every event says which of ours it is about. */
  underway: boolean
}

/** No merchant has the account. */
export interface UnknownAccount {
  kind: 'nobody'
  merchantId: MerchantId
  seen: Seen
  /** One may be about to get it. */
  underway: boolean
}

export type EventOwner = EventContext | UnknownAccount

type Row = Payment & {
  ownerId: MerchantId | null
  accountUnderway: boolean
  forwards: boolean
  outcome: string | null
  account: ProcessorAccount
  underway: boolean
  refunds: Refund[] | null
  disputes: DisputeSnapshot[] | null
}

/** One round trip, whatever the event is about. */
export async function loadEventContext(
  db: Db,
  processor: string,
  event: ProcessorEvent,
  now: Date,
): Promise<EventOwner> {
  const unowned: UnknownAccount = { kind: 'nobody', merchantId: nobody, seen: null, underway: false }
  if (event.accountId === null) return unowned
  const about = event.subject.kind === 'payment' ? event.subject : null
  const [row] = await db<Row[]>`
    select a.merchant_id as owner_id, m.callback_url is not null as forwards, e.outcome,
      a.merchant_id is null and ${accountUnderwayFragment(db, now)} as account_underway,
      p.payment_id is null and ${about ? underwayFragment(db, about.paymentId, now) : db`false`} as underway,
      p.*,
      jsonb_build_object('processor', a.processor, 'accountId', a.account_id, 'chargesEnabled', a.charges_enabled,
        'payoutsEnabled', a.payouts_enabled, 'detailsSubmitted', a.details_submitted,
        'disabledReason', a.disabled_reason, 'pastDue', a.past_due, 'currentlyDue', to_jsonb(a.currently_due),
        'version', a.version) as account,
      (select jsonb_agg(jsonb_build_object('refundId', r.refund_id, 'processorRefundId', r.processor_refund_id,
          'amountCents', r.amount_cents, 'returnsFee', r.returns_fee, 'reason', r.reason, 'state', r.state,
          'feeUnread', r.fee_due_at is not null) order by r.refund_id)
        from refunds r where r.merchant_id = p.merchant_id and r.payment_id = p.payment_id) as refunds,
      (select jsonb_agg(jsonb_build_object('processorDisputeId', d.processor_dispute_id,
          'amountCents', d.amount_cents, 'reason', d.reason, 'state', d.state))
        from disputes d where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id) as disputes
    from (select) as one
      left join processor_accounts a on a.processor = ${processor} and a.account_id = ${event.accountId}
      left join merchants m on m.merchant_id = a.merchant_id
      left join events e
        on e.merchant_id = coalesce(a.merchant_id, ${nobody}) and e.processor = ${processor}
          and e.event_id = ${event.id}
      left join payments p on p.merchant_id = a.merchant_id and p.processor = a.processor
        and p.processor_payment_id = ${about?.processorPaymentId ?? null}`
  return row ? ownerFrom(row) : unowned
}

/** What was begun after the event came cannot be what it is about. */
function underwayFragment(db: Db, paymentId: string | null, now: Date) {
  return db`exists (select from operations o where o.merchant_id = a.merchant_id and o.state = 'started'
        and o.kind = 'create' and ${
          paymentId === null
            ? db`o.created_at <= coalesce(e.received_at, ${now}) and o.created_at > ${now}::timestamptz - interval '1 day'`
            : db`o.payment_id = ${paymentId}`
        })`
}

/** The processor may tell of an account before it answers who made it. Clocks of instances differ by minutes at most. */
function accountUnderwayFragment(db: Db, now: Date) {
  return db`exists (select from operations o where o.state = 'started' and o.kind = 'account'
        and o.created_at <= coalesce(e.received_at, ${now}) + interval '5 minutes'
        and o.created_at > ${now}::timestamptz - interval '1 day')`
}

function ownerFrom(row: Row): EventOwner {
  const { ownerId, accountUnderway, forwards, outcome, underway, account, refunds, disputes, ...payment } =
    row
  const seen = outcome === null || outcome === 'waiting' || outcome === 'unread' ? outcome : 'done'
  if (ownerId === null) return { kind: 'nobody', merchantId: nobody, seen, underway: accountUnderway }
  return {
    kind: 'merchant',
    merchantId: ownerId,
    forwards,
    seen,
    account,
    underway,
    payment:
      payment.paymentId === null ? null : { payment, refunds: refunds ?? [], disputes: disputes ?? [] },
  }
}
