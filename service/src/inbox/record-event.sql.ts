import type { Db } from '../db/db.ts'
import { type MerchantId, newDeliveryId, type PaymentId } from '../ids.ts'
import { type Change, changeFragments } from '../payments/change.sql.ts'
import type { AccountSnapshot, ProcessorEvent } from '../processors/port.ts'

/** Unverified: passed on, but it could not be told from a late one, so nothing was changed. */
export type EventOutcome = 'applied' | 'unchanged' | 'stale' | 'unverified' | 'ignored' | 'unread' | 'waiting'

/** Whose events those of unknown accounts are. */
export const nobody = '-' as MerchantId

export interface EventRecord {
  merchantId: MerchantId
  processor: string
  event: ProcessorEvent
  sealedBody: Buffer
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
      insert into events (merchant_id, processor, event_id, type, account_id, payment_id, sealed_body, outcome, created_at,
        received_at)
      select ${merchantId}, ${processor}, ${event.id}, ${event.type}, ${event.accountId}, ${record.paymentId},
        ${record.sealedBody}::bytea, ${record.outcome}, ${event.createdAt}::timestamptz, ${at}::timestamptz
      from current
      on conflict (merchant_id, processor, event_id) do update
        set outcome = excluded.outcome, payment_id = excluded.payment_id, sealed_body = excluded.sealed_body
        where events.outcome in ('unread', 'waiting') and excluded.outcome not in ('unread', events.outcome)
      returning 1
    ), permitted as (
      select 1 from recorded
    )
    ${merchantId === nobody ? db`` : adoptionFragment(db, record)}
    ${change ? changeFragments(db, { ...change, merchantId, source: event.id, at }, change) : db``}
    ${account ? accountFragment(db, record, account.snapshot) : db``}
    ${record.forward ? deliveryFragments(db, record) : db``}
    select (select count(*) from current)::int as current, (select count(*) from recorded)::int as recorded`
  if (!counts?.current) return 'outdated'
  return counts.recorded ? 'recorded' : 'seen'
}

function currentFragment(db: Db, { merchantId, processor, event, change, account }: EventRecord) {
  if (merchantId === nobody) {
    return db`select 1 where not exists (select from processor_accounts
      where processor = ${processor} and account_id = ${event.accountId})`
  }
  if (change) {
    return db`select 1 from payments where merchant_id = ${merchantId} and payment_id = ${change.paymentId}
      and version = ${change.version} for update`
  }
  if (account) {
    return db`select 1 from processor_accounts where merchant_id = ${merchantId} and processor = ${processor}
      and version = ${account.version} for update`
  }
  return db`select 1`
}

/** An event that came before its account was known is not recorded a second time: it becomes the merchant's. */
function adoptionFragment(db: Db, { processor, event }: EventRecord) {
  return db`, adopted as (
      delete from events where merchant_id = ${nobody} and processor = ${processor} and event_id = ${event.id}
        and exists (select from recorded)
    )`
}

function accountFragment(db: Db, { merchantId, processor, at }: EventRecord, account: AccountSnapshot) {
  return db`, account_moved as (
      update processor_accounts
      set charges_enabled = ${account.chargesEnabled}, payouts_enabled = ${account.payoutsEnabled},
        details_submitted = ${account.detailsSubmitted}, disabled_reason = ${account.disabledReason},
        past_due = ${account.pastDue}, currently_due = ${account.currentlyDue}, version = version + 1,
        updated_at = ${at}
      where merchant_id = ${merchantId} and processor = ${processor} and exists (select from permitted)
    )`
}

function deliveryFragments(db: Db, { merchantId, processor, event, paymentId, at }: EventRecord) {
  const deliveryId = newDeliveryId()
  return db`, delivery as (
      insert into deliveries (merchant_id, delivery_id, processor, event_id, type, payment_id, state, created_at,
        updated_at)
      select ${merchantId}, ${deliveryId}, ${processor}, ${event.id}, ${event.type}, ${paymentId}, 'pending',
        ${at}::timestamptz, ${at}::timestamptz
      from permitted
    ), queued as (
      insert into delivery_queue (merchant_id, delivery_id, due_at, attempt, queued_at)
      select ${merchantId}, ${deliveryId}, least(${at}::timestamptz, now()), 1, ${at}::timestamptz from permitted
    )`
}
