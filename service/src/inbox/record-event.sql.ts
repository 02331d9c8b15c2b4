import { type Db, type Queryable, recordset } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import { sharesStatements } from '../db/per-merchant.ts'
import { insertDeliveriesFragment } from '../deliveries/deliveries.sql.ts'
import { type MerchantId, newDeliveryId, type PaymentId } from '../ids.ts'
import { accountsFragment } from '../merchants/accounts.sql.ts'
import { type Change, changeFragments } from '../payments/change.sql.ts'
import type { AccountSnapshot, ProcessorEvent } from '../processors/port.ts'
import { nobody } from './nobody.ts'
import { recordOneByOne } from './record-one-by-one.sql.ts'

/** Unverified: passed on, but it could not be told from a late one, so nothing was changed. */
export type EventOutcome = 'applied' | 'unchanged' | 'stale' | 'unverified' | 'ignored' | 'unread' | 'waiting'

export interface EventRecord {
  merchantId: MerchantId
  /** It may have come before, when its account was nobody's. */
  mayBeNobodys: boolean
  processor: string
  event: ProcessorEvent
  sealedBody: Buffer
  traceId: string | null
  outcome: EventOutcome
  paymentId: PaymentId | null
  /** Written with the event, if the payment is still the version that the change was worked out for. */
  change: (Change & { version: number }) | null
  /** The same for the merchant's account. */
  account: { snapshot: AccountSnapshot; version: number } | null
  forward: boolean
  at: Date
}

/** Outdated: something else changed the payment or account first, and nothing was written. */
export type RecordResult = 'recorded' | 'seen' | 'outdated'

type Item = EventRecord & { item: number }

export const recordEvent = inBatches(recordEvents, {
  touches: ({ processor, event, change, account, merchantId }) => [
    `event ${processor} ${event.id}`,
    ...(change ? [`payment ${change.payment.paymentId}`] : []),
    ...(account ? [`account ${merchantId} ${processor}`] : []),
  ],
  merchant: ({ merchantId }) => merchantId,
})

/**
 * Events, their effects, postings and deliveries in one statement, so in one transaction and one round trip. Each is
 * guarded by itself. No two may be about the same payment, account or event. All who write many lock in one order.
 */
async function recordEvents(db: Db, records: EventRecord[]): Promise<RecordResult[]> {
  if (!sharesStatements(db)) return await recordOneByOne(db, records)
  const items = records.map((record, item) => ({ ...record, item }))
  const changes = items.flatMap(({ item, change, event, at }) =>
    change ? [{ ...change, item, source: event.id, at }] : [],
  )
  const accounts = items.flatMap(({ item, merchantId, processor, account, at }) =>
    account ? [{ item, merchantId, processor, account: account.snapshot, at }] : [],
  )
  const owned = items.some(({ merchantId }) => merchantId !== nobody)
  const forwards = items.some(({ forward }) => forward)
  const rows = await db<{ item: number; isRecorded: boolean }[]>`
    with given as materialized (
      ${givenFragment(db, items)}
    ), payment_locked as materialized (
      select g.item from given g join payments p on p.merchant_id = g."merchantId"
        and p.payment_id = g."changedPaymentId" and p.version = g."paymentVersion"
      order by p.merchant_id, p.payment_id for update of p
    ), account_locked as materialized (
      select g.item from given g join processor_accounts a on a.merchant_id = g."merchantId"
        and a.processor = g.processor and a.version = g."accountVersion"
      order by a.merchant_id for update of a
    ), current as materialized (
      select g.* from given g where case
        when g."merchantId" = ${nobody} then not exists (select from processor_accounts a
          where a.processor = g.processor and a.account_id = g."accountId")
        when g."paymentVersion" is not null then g.item in (select item from payment_locked)
        when g."accountVersion" is not null then g.item in (select item from account_locked)
        else true end
    ), recorded as (
      insert into events (merchant_id, processor, event_id, type, account_id, payment_id, sealed_body, outcome, created_at,
        received_at, trace_id)
      select "merchantId", processor, "eventId", type, "accountId", "paymentId", decode("sealedBody", 'base64'), outcome,
        "createdAt", at, "traceId"
      from current order by "merchantId", "eventId"
      ${eventConflict(db)}
      returning merchant_id, processor, event_id
    ), permitted as materialized (
      select c.item from current c join recorded r
        on r.merchant_id = c."merchantId" and r.processor = c.processor and r.event_id = c."eventId"
    )
    ${owned ? adoptionFragment(db) : db``}
    ${changes.length > 0 ? changeFragments(db, changes) : db``}
    ${accounts.length > 0 ? accountsFragment(db, accounts) : db``}
    ${forwards ? deliveryFragments(db) : db``}
    select c.item, c.item in (select item from permitted) as is_recorded from current c`
  const results = records.map((): RecordResult => 'outdated')
  for (const { item, isRecorded } of rows) results[item] = isRecorded ? 'recorded' : 'seen'
  return results
}

/** A copy that says more takes the place of one that could not be read or taken in. */
export const eventConflict = (db: Queryable) => db`on conflict (merchant_id, processor, event_id) do update
        set outcome = excluded.outcome, payment_id = excluded.payment_id, sealed_body = excluded.sealed_body,
          trace_id = coalesce(excluded.trace_id, events.trace_id)
        where events.outcome in ('unread', 'waiting') and excluded.outcome not in ('unread', events.outcome)`

function givenFragment(db: Db, items: Item[]) {
  const rows = items.map(({ item, event, change, account, ...record }) => ({
    item,
    merchantId: record.merchantId,
    processor: record.processor,
    eventId: event.id,
    type: event.type,
    accountId: event.accountId,
    paymentId: record.paymentId,
    sealedBody: record.sealedBody.toString('base64'),
    traceId: record.traceId,
    outcome: record.outcome,
    createdAt: event.createdAt,
    at: record.at,
    changedPaymentId: change?.payment.paymentId ?? null,
    paymentVersion: change?.version ?? null,
    accountVersion: account?.version ?? null,
    deliveryId: record.forward ? newDeliveryId() : null,
  }))
  const given = recordset(
    db,
    rows,
    db`
    item int, "merchantId" text, processor text, "eventId" text, type text, "accountId" text, "paymentId"
    text, "sealedBody" text, outcome text, "createdAt" timestamptz, at timestamptz, "changedPaymentId" text,
    "paymentVersion" int, "accountVersion" int, "deliveryId" text, "traceId" text`,
  )
  return db`select * from ${given} as g`
}

/** An event that came before its account was known is not recorded a second time: it becomes the merchant's. */
function adoptionFragment(db: Db) {
  return db`, adopted as (
      delete from events e using current c join permitted using (item)
      where c."merchantId" <> ${nobody} and e.merchant_id = ${nobody} and e.processor = c.processor
        and e.event_id = c."eventId"
    )`
}

function deliveryFragments(db: Db) {
  const forwarded = db`
        select "merchantId" as merchant_id, "deliveryId" as delivery_id, processor, "eventId" as event_id, type,
          "paymentId" as payment_id, at
        from current join permitted using (item) where "deliveryId" is not null`
  return db`, delivery as (
      ${insertDeliveriesFragment(db, forwarded)}
    ), queued as (
      insert into delivery_queue (merchant_id, delivery_id, due_at, attempt, queued_at)
      select merchant_id, delivery_id, least(at, now()), 1, at from delivery
    )`
}
