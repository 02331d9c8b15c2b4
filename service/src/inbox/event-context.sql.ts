import { type Db, recordset } from '../db/db.ts'
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

type Row = Payment & {
  ownerId: MerchantId | null
  ownedSince: Date
  accountUnderway: boolean
  receivedAt: Date | null
  forwards: boolean
  outcome: string | null
  wasFound: boolean
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

/** On a cluster, the question goes to one merchant's shard. */
interface PlacedEvent extends AskedEvent {
  merchantId: MerchantId
}

const unowned: UnknownAccount = {
  kind: 'unclaimed',
  merchantId: unclaimedMerchantId,
  seen: null,
  underway: false,
}

/** One round trip, whatever the event is about; on a cluster one more, to find the shard. */
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

async function loadContexts(db: Db, asked: PlacedEvent[]): Promise<EventOwner[]> {
  const merchantId = merchantOf(db, asked)
  const on = (column: string) => ofMerchant(db, column, merchantId)
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
    select g.item, a.merchant_id as owner_id, a.created_at as owned_since, m.callback_url is not null as forwards, e.outcome,
      e.was_found,
      ${merchantId === null ? db`a.merchant_id is null and ${accountUnderwayFragment(db)}` : db`false`}
        as account_underway,
      p.payment_id is null and g."isOfPayment" and ${underwayFragment(db, merchantId)} as underway,
      e.received_at,
      p.*,
      jsonb_build_object('processor', a.processor, 'accountId', a.account_id, 'chargesEnabled', a.charges_enabled,
        'payoutsEnabled', a.payouts_enabled, 'detailsSubmitted', a.details_submitted,
        'disabledReason', a.disabled_reason, 'pastDue', a.past_due, 'currentlyDue', to_jsonb(a.currently_due),
        'version', a.version) as account,
      (select jsonb_agg(jsonb_build_object('refundId', r.refund_id, 'processorRefundId', r.processor_refund_id,
          'amountCents', r.amount_cents, 'returnsFee', r.returns_fee, 'reason', r.reason, 'state', r.state,
          'feeUnread', r.fee_due_at is not null) order by r.created_at, r.refund_id)
        from refunds r where r.merchant_id = p.merchant_id and r.payment_id = p.payment_id ${on('r.merchant_id')}) as refunds,
      (select jsonb_agg(${disputeSnapshot(db)})
        from disputes d where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id ${on('d.merchant_id')}) as disputes
    from ${given} as g
      left join processor_accounts a on a.processor = g.processor and a.account_id = g."accountId" ${on('a.merchant_id')}
      left join merchants m on m.merchant_id = a.merchant_id
      left join lateral (
        select e.outcome, e.received_at, e.trace_id is null as was_found from events e
        where e.merchant_id = coalesce(a.merchant_id, ${unclaimedMerchantId}) and e.processor = g.processor
          and e.event_id = g."eventId" ${on('e.merchant_id')}
        limit 1) e on true
      left join lateral (
        select p.* from payments p
        where p.merchant_id = a.merchant_id and p.processor = a.processor
          and p.processor_payment_id = g."processorPaymentId" ${on('p.merchant_id')}
        limit 1) p on true`
  const byItem = new Map(found.map(({ item, ...row }) => [item, row]))
  return await Promise.all(
    asked.map(async (one, item) => {
      const row = byItem.get(item)
      if (!row) return unowned
      const isLate =
        merchantId === unclaimedMerchantId && (await isAccountUnderway(db, row.receivedAt ?? one.at, one.at))
      return ownerFrom({ ...row, accountUnderway: row.accountUnderway || isLate }, one.event)
    }),
  )
}

/** The payment is being created, or may be. An operation that began after the event arrived cannot be its cause. */
function underwayFragment(db: Db, merchantId: string | null) {
  const creating = db`o.merchant_id = a.merchant_id and o.kind = 'create' ${ofMerchant(db, 'o.merchant_id', merchantId)}`
  return db`(
        (g."paymentId" is not null and exists (select from operations o
          where ${creating} and o.state = 'started' and o.payment_id = g."paymentId"))
        or (g."paymentId" is null and exists (select from open_operations o
          where ${creating} and o.created_at <= coalesce(e.received_at, g.at) and o.created_at > g.at - interval '1 day')))`
}

/**
 * The processor may report an account before it answers the call that made it. Clocks of instances differ by minutes at
 * most.
 */
function accountUnderwayFragment(db: Db) {
  return db`exists (select from open_operations o where o.kind = 'account'
        and o.created_at <= coalesce(e.received_at, g.at) + interval '5 minutes'
        and o.created_at > g.at - interval '1 day')`
}

/** The same across all shards: only for accounts that no merchant has. */
async function isAccountUnderway(db: Db, receivedAt: Date, at: Date): Promise<boolean> {
  const rows = await db`
    select 1 from open_operations
    where kind = 'account' and created_at <= ${receivedAt}::timestamptz + interval '5 minutes'
      and created_at > ${at}::timestamptz - interval '1 day'
    limit 1`
  return rows.length > 0
}

/** Clocks of the processor and of instances differ by minutes at most. */
const clocksDifferMs = 10 * 60_000

function ownerFrom(row: Row, { createdAt }: ProcessorEvent): EventOwner {
  const {
    ownerId,
    ownedSince,
    accountUnderway,
    receivedAt: _,
    forwards,
    outcome,
    wasFound,
    underway,
    ...more
  } = row
  const { account, refunds, disputes, ...payment } = more
  const isOpen = outcome === null || outcome === 'waiting' || outcome === 'unread'
  const seen = isOpen ? outcome : wasFound ? 'found' : 'done'
  if (ownerId === null)
    return { kind: 'unclaimed', merchantId: unclaimedMerchantId, seen, underway: accountUnderway }
  return {
    kind: 'merchant',
    merchantId: ownerId,
    forwards,
    seen,
    // only what happened before the account was recorded here can have arrived while it was unclaimed
    mayPredateAccount: createdAt.getTime() <= ownedSince.getTime() + clocksDifferMs,
    account,
    underway,
    payment:
      payment.paymentId === null ? null : { payment, refunds: refunds ?? [], disputes: disputes ?? [] },
  }
}
