import type { JSONValue } from 'postgres'
import type { Db } from '../db/db.ts'
import { newDeliveryId, type PaymentId } from '../ids.ts'
import type { Payment } from '../payments/payment.ts'
import type { AccountSnapshot, ProcessorEvent } from '../processors/port.ts'
import type { Change } from './apply-report.ts'

export type EventOutcome = 'applied' | 'unchanged' | 'stale' | 'ignored' | 'unread' | 'waiting'

export interface EventRecord {
  merchantId: string
  processor: string
  event: ProcessorEvent
  body: Buffer
  outcome: EventOutcome
  paymentId: PaymentId | null
  /** Written with the event, if the payment is still the version that the change was worked out for. */
  change: (Change & WorkedOutFor) | null
  account: { snapshot: AccountSnapshot; version: number } | null
  forward: boolean
  at: Date
}

interface WorkedOutFor {
  paymentId: PaymentId
  version: number
  currency: string
  /** A refund that was begun since leaves the version as it is, and must not be taken for one made elsewhere. */
  knownRefunds: number
}

/**
 * The event, its effect, its postings and its delivery in one statement, so in one transaction and one round
 * trip. `outdated`: something else changed the payment or account first, and nothing was written.
 */
export async function recordEvent(db: Db, record: EventRecord): Promise<'recorded' | 'seen' | 'outdated'> {
  const { merchantId, processor, event, change, account, at } = record
  const [counts] = await db<{ current: number; recorded: number }[]>`
    with current as (
      ${currentFragment(db, record)}
    ), recorded as (
      insert into events (merchant_id, processor, event_id, type, account_id, payment_id, body, outcome, created_at,
        received_at)
      select ${merchantId}, ${processor}, ${event.id}, ${event.type}, ${event.accountId}, ${record.paymentId},
        ${record.body}::bytea, ${record.outcome}, ${event.createdAt}::timestamptz, ${at}::timestamptz
      from current
      on conflict (merchant_id, processor, event_id) do update
        set outcome = excluded.outcome, payment_id = excluded.payment_id, body = excluded.body
        where events.outcome in ('unread', 'waiting') and excluded.outcome not in ('unread', events.outcome)
      returning 1
    )
    ${change ? changeFragments(db, record, change) : db``}
    ${account ? accountFragment(db, record, account.snapshot) : db``}
    ${record.forward ? deliveryFragments(db, record) : db``}
    select (select count(*) from current)::int as current, (select count(*) from recorded)::int as recorded`
  if (!counts?.current) return 'outdated'
  return counts.recorded ? 'recorded' : 'seen'
}

function currentFragment(db: Db, { merchantId, processor, change, account }: EventRecord) {
  if (change) {
    return db`select 1 from payments where merchant_id = ${merchantId} and payment_id = ${change.paymentId}
      and version = ${change.version} and ${change.knownRefunds} = (select count(*) from refunds
        where merchant_id = ${merchantId} and payment_id = ${change.paymentId}) for update`
  }
  if (account) {
    return db`select 1 from processor_accounts where merchant_id = ${merchantId} and processor = ${processor}
      and version = ${account.version} for update`
  }
  return db`select 1`
}

function changeFragments(
  db: Db,
  { merchantId, event, at }: EventRecord,
  change: NonNullable<EventRecord['change']>,
) {
  // also a dispute makes a new version, so that two reports of it are never worked out side by side
  const { payment, refunds, dispute, entries, paymentId, currency } = change
  const rows = (list: object[]) => db`jsonb_to_recordset(${db.json(list as JSONValue)})`
  return db`
    , moved as (
      update payments
      set ${payment ? paymentFragment(db, payment) : db``} version = version + 1, updated_at = ${at}
      where merchant_id = ${merchantId} and payment_id = ${paymentId} and exists (select from recorded)
    )
    ${
      refunds.length > 0
        ? db`, refunded as (
      insert into refunds (merchant_id, refund_id, payment_id, processor_refund_id, amount_cents, fee_cents,
        returns_fee, reason, state, created_at, updated_at)
      select ${merchantId}, r."refundId", ${paymentId}, r."processorRefundId", r."amountCents", r."feeCents",
        r."returnsFee", r.reason, r.state, ${at}::timestamptz, ${at}::timestamptz
      from recorded, ${rows(refunds)} as r ("refundId" text, "processorRefundId" text, "amountCents" int,
        "feeCents" int, "returnsFee" boolean, reason text, state text)
      on conflict (merchant_id, refund_id) do update
        set processor_refund_id = excluded.processor_refund_id, state = excluded.state, updated_at = excluded.updated_at
        where refunds.state <> excluded.state
    )`
        : db``
    }
    ${
      dispute
        ? db`, disputed as (
      insert into disputes (merchant_id, payment_id, processor_dispute_id, amount_cents, reason, state, created_at,
        updated_at)
      select ${merchantId}, ${paymentId}, ${dispute.processorDisputeId}, ${dispute.amountCents}::int,
        ${dispute.reason}, ${dispute.state}, ${at}::timestamptz, ${at}::timestamptz
      from recorded
      on conflict (merchant_id, payment_id, processor_dispute_id) do update
        set state = excluded.state, amount_cents = excluded.amount_cents, updated_at = excluded.updated_at
    )`
        : db``
    }
    , posted as (
      insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents,
        merchant_cents, platform_fees_cents, dispute_hold_cents, posted_at)
      select ${merchantId}, ${paymentId}, l.fact, l.kind, ${event.id}, ${currency}, l."customerCents",
        l."merchantCents", l."platformFeesCents", l."disputeHoldCents", ${at}::timestamptz
      from recorded, ${rows(entries)} as l (fact text, kind text, "customerCents" int, "merchantCents" int,
        "platformFeesCents" int, "disputeHoldCents" int)
      on conflict (merchant_id, payment_id, fact) do nothing
    )`
}

function paymentFragment(db: Db, payment: Payment) {
  return db`status = ${payment.status}, authorized_cents = ${payment.authorizedCents}, captured_cents = ${payment.capturedCents}, fee_cents = ${payment.feeCents},
        refunded_cents = ${payment.refundedCents}, fee_refunded_cents = ${payment.feeRefundedCents},
        failure_code = ${payment.failureCode}, failure_message = ${payment.failureMessage},`
}

function accountFragment(db: Db, { merchantId, processor, at }: EventRecord, account: AccountSnapshot) {
  return db`, account_moved as (
      update processor_accounts
      set charges_enabled = ${account.chargesEnabled}, payouts_enabled = ${account.payoutsEnabled},
        details_submitted = ${account.detailsSubmitted}, disabled_reason = ${account.disabledReason},
        past_due = ${account.pastDue}, currently_due = ${account.currentlyDue}, version = version + 1,
        updated_at = ${at}
      where merchant_id = ${merchantId} and processor = ${processor} and exists (select from recorded)
    )`
}

function deliveryFragments(db: Db, { merchantId, processor, event, paymentId, at }: EventRecord) {
  const deliveryId = newDeliveryId()
  return db`, delivery as (
      insert into deliveries (merchant_id, delivery_id, processor, event_id, type, payment_id, state, created_at,
        updated_at)
      select ${merchantId}, ${deliveryId}, ${processor}, ${event.id}, ${event.type}, ${paymentId}, 'pending',
        ${at}::timestamptz, ${at}::timestamptz
      from recorded
    ), queued as (
      insert into delivery_queue (merchant_id, delivery_id, due_at, attempt)
      select ${merchantId}, ${deliveryId}, ${at}::timestamptz, 1 from recorded
    )`
}
