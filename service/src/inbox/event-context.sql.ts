import { type Db, type Fragment, recordset } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import { merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { type MerchantId, unclaimedMerchantId } from '../ids.ts'
import { findAccountOwner, type ProcessorAccount } from '../merchants/accounts.sql.ts'
import { disputeSnapshot } from '../payments/disputes.sql.ts'
import type { Payment, Refund } from '../payments/payment.ts'
import type { DisputeSnapshot, ProcessorEvent } from '../processors/port.ts'
import type { KnownPayment } from './apply-report.ts'

/** Unread: a copy that can be read replaces it. Found: its webhook has not come. */
type Seen = 'unread' | 'waiting' | 'found' | 'done' | null

/** Everything known here that an event could concern. */
export interface EventContext {
  kind: 'merchant'
  merchantId: MerchantId
  forwards: boolean
  seen: Seen
  /** It may have been recorded before a merchant had the account. */
  mayPredateAccount: boolean
  account: ProcessorAccount
  payment: KnownPayment | null
  /** The payment is being created, or may be: not every event names our payment. */
  underway: boolean
}

/** No merchant has the account. */
interface UnknownAccount {
  kind: 'unclaimed'
  merchantId: MerchantId
  seen: Seen
  /** A merchant may be about to get it. */
  underway: boolean
}

export type EventOwner = EventContext | UnknownAccount

/** As the statement finds it: the columns of the payment, beside what else is known. */
type Row = Payment & {
  ownerId: MerchantId | null
  accountUnderway: boolean
  at: Date
  receivedAt: Date | null
  refunds: Refund[]
  disputes: DisputeSnapshot[]
} & Pick<EventContext, 'forwards' | 'seen' | 'mayPredateAccount' | 'account' | 'underway'>

interface AskedEvent {
  processor: string
  event: ProcessorEvent
  at: Date
}

const unowned: UnknownAccount = {
  kind: 'unclaimed',
  merchantId: unclaimedMerchantId,
  seen: null,
  underway: false,
}

/** One round trip, whatever the event is about; on a cluster one more, to find the merchant and so the shard. */
export async function loadEventContext(db: Db, asked: AskedEvent): Promise<EventOwner> {
  const { processor, event } = asked
  const { accountId } = event
  if (accountId === null) return unowned
  const owner = db.engine.isOne ? null : await findAccountOwner(db, { processor, accountId })
  return await loadInBatches(db, { ...asked, merchantId: owner ?? unclaimedMerchantId })
}

const loadInBatches = inBatches(loadContexts, {
  touches: () => [],
  merchant: ({ merchantId }) => merchantId,
})

/** One statement, so that a payment, its refunds and its disputes are of the same moment. */
async function loadContexts(
  db: Db,
  asked: (AskedEvent & { merchantId: MerchantId })[],
): Promise<EventOwner[]> {
  const merchantId = merchantOf(db, asked)
  const on = (column: string) => ofMerchant(db, column, merchantId)
  const rows = asked.map(({ processor, event, at }, item) => {
    const { accountId, id: eventId, createdAt, subject } = event
    const about = subject.kind === 'payment' ? subject : null
    const { processorPaymentId, paymentId } = about ?? {}
    return { item, processor, accountId, eventId, createdAt, processorPaymentId, paymentId, at }
  })
  const given = recordset(
    db,
    rows,
    db`
    item int, processor text, "accountId" text, "eventId" text, "createdAt" timestamptz, "processorPaymentId" text,
    "paymentId" text, at timestamptz`,
  )
  const arrivedAt = db`coalesce(e.received_at, g.at)`
  const creating = db`o.merchant_id = a.merchant_id and o.kind = 'create' ${on('o.merchant_id')}`
  // only what happened before the account was recorded here can have arrived while it was unclaimed
  const found = await db<Row[]>`
    select a.merchant_id as owner_id, m.callback_url is not null as forwards, e.seen, e.received_at, g.at,
      g."createdAt" <= a.created_at + interval '10 minutes' as may_predate_account,
      ${merchantId === null ? db`a.merchant_id is null and exists (select from open_operations where ${isMakingAccount(db, arrivedAt, db`g.at`)})` : db`false`}
        as account_underway,
      p.payment_id is null and (
        g."paymentId" is not null and exists (select from operations o
          where ${creating} and o.state = 'started' and o.payment_id = g."paymentId")
        or g."paymentId" is null and g."processorPaymentId" is not null and exists (select from open_operations o
          where ${creating} and o.created_at <= ${arrivedAt} and o.created_at > g.at - interval '1 day')) as underway,
      p.*,
      jsonb_build_object('processor', a.processor, 'accountId', a.account_id, 'chargesEnabled', a.charges_enabled,
        'payoutsEnabled', a.payouts_enabled, 'detailsSubmitted', a.details_submitted,
        'disabledReason', a.disabled_reason, 'pastDue', a.past_due, 'currentlyDue', to_jsonb(a.currently_due),
        'version', a.version) as account,
      coalesce((select jsonb_agg(jsonb_build_object('refundId', r.refund_id, 'processorRefundId', r.processor_refund_id,
          'amountCents', r.amount_cents, 'returnsFee', r.returns_fee, 'reason', r.reason, 'state', r.state,
          'feeUnread', r.fee_due_at is not null) order by r.created_at, r.refund_id)
        from refunds r where r.merchant_id = p.merchant_id and r.payment_id = p.payment_id ${on('r.merchant_id')}),
        '[]') as refunds,
      coalesce((select jsonb_agg(${disputeSnapshot(db)})
        from disputes d where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id ${on('d.merchant_id')}),
        '[]') as disputes
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
        select p.* from payments p
        where p.merchant_id = a.merchant_id and p.processor = a.processor
          and p.processor_payment_id = g."processorPaymentId" ${on('p.merchant_id')}
        limit 1) p on true
    order by g.item`
  if (merchantId !== unclaimedMerchantId) return found.map(ownerFrom)
  return await Promise.all(found.map(async row => ownerFrom(await withAccountUnderway(db, row))))
}

/**
 * The processor may report an account before it answers the call that made it. Clocks of instances differ by minutes at
 * most.
 */
function isMakingAccount(db: Db, arrivedAt: Fragment, at: Fragment) {
  return db`kind = 'account' and created_at <= ${arrivedAt} + interval '5 minutes' and created_at > ${at} - interval '1 day'`
}

/** Looks at all shards of a cluster. */
async function withAccountUnderway(db: Db, row: Row): Promise<Row> {
  const { at, receivedAt } = row
  const arrivedAt = db`${receivedAt ?? at}::timestamptz`
  const found = await db`
    select 1 from open_operations where ${isMakingAccount(db, arrivedAt, db`${at}::timestamptz`)} limit 1`
  return { ...row, accountUnderway: found.length > 0 }
}

function ownerFrom({ ownerId, accountUnderway, at: _, receivedAt: __, ...known }: Row): EventOwner {
  const { seen, forwards, mayPredateAccount, account, underway, refunds, disputes, ...payment } = known
  if (ownerId === null) return { ...unowned, seen, underway: accountUnderway }
  const context = { seen, forwards, mayPredateAccount, account, underway }
  const isKnown = payment.paymentId !== null
  return {
    kind: 'merchant',
    merchantId: ownerId,
    ...context,
    payment: isKnown ? { payment, refunds, disputes } : null,
  }
}
