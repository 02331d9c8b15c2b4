import { type Db, recordset } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
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

interface AskedEvent {
  processor: string
  event: ProcessorEvent
  at: Date
}

const unowned: UnknownAccount = { kind: 'nobody', merchantId: nobody, seen: null, underway: false }

/** One round trip, whatever the event is about. */
export async function loadEventContext(db: Db, asked: AskedEvent): Promise<EventOwner> {
  return asked.event.accountId === null ? unowned : await loadInBatches(db, asked)
}

const loadInBatches = inBatches(loadContexts, { touches: () => [] })

async function loadContexts(db: Db, asked: AskedEvent[]): Promise<EventOwner[]> {
  const rows = asked.map(({ processor, event, at }, item) => {
    const about = event.subject.kind === 'payment' ? event.subject : null
    const { accountId, id: eventId } = event
    const { processorPaymentId = null, paymentId = null } = about ?? {}
    return {
      item,
      processor,
      accountId,
      eventId,
      isOfPayment: about !== null,
      processorPaymentId,
      paymentId,
      at,
    }
  })
  const given = recordset(
    db,
    rows,
    db`
    item int, processor text, "accountId" text, "eventId" text, "isOfPayment" boolean, "processorPaymentId"
    text, "paymentId" text, at timestamptz`,
  )
  const found = await db<(Row & { item: number })[]>`
    select g.item, a.merchant_id as owner_id, m.callback_url is not null as forwards, e.outcome,
      a.merchant_id is null and ${accountUnderwayFragment(db)} as account_underway,
      p.payment_id is null and g."isOfPayment" and ${underwayFragment(db)} as underway,
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
    from ${given} as g
      left join processor_accounts a on a.processor = g.processor and a.account_id = g."accountId"
      left join merchants m on m.merchant_id = a.merchant_id
      left join events e on e.merchant_id = coalesce(a.merchant_id, ${nobody}) and e.processor = g.processor
        and e.event_id = g."eventId"
      left join payments p on p.merchant_id = a.merchant_id and p.processor = a.processor
        and p.processor_payment_id = g."processorPaymentId"`
  const owners = new Map(found.map(({ item, ...row }) => [item, ownerFrom(row)]))
  return rows.map(({ item }) => owners.get(item) ?? unowned)
}

/** The payment is being created, or may be. What was begun after the event came cannot be what it is about. */
function underwayFragment(db: Db) {
  const creating = db`select from operations o where o.merchant_id = a.merchant_id and o.state = 'started'
        and o.kind = 'create'`
  return db`(
        (g."paymentId" is not null and exists (${creating} and o.payment_id = g."paymentId"))
        or (g."paymentId" is null and exists (${creating} and o.created_at <= coalesce(e.received_at, g.at)
          and o.created_at > g.at - interval '1 day')))`
}

/** The processor may tell of an account before it answers who made it. Clocks of instances differ by minutes at most. */
function accountUnderwayFragment(db: Db) {
  return db`exists (select from operations o where o.state = 'started' and o.kind = 'account'
        and o.created_at <= coalesce(e.received_at, g.at) + interval '5 minutes'
        and o.created_at > g.at - interval '1 day')`
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
