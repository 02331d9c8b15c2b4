import { type Db, type Fragment, isOutdated, listed, recordset } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import { merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { inSteps, type Step } from '../db/steps.ts'
import { insertDeliveriesFragment } from '../deliveries/deliveries.sql.ts'
import { type MerchantId, newDeliveryId, type PaymentId, unclaimedMerchantId } from '../ids.ts'
import { accountsFragment } from '../merchants/accounts.sql.ts'
import { type Change, changeSteps } from '../payments/change.sql.ts'
import type { AccountSnapshot, ProcessorEvent } from '../processors/port.ts'

/** `unverified`: forwarded, but it may be outdated, so nothing was changed. */
export const eventOutcomes = [
  'applied',
  'unchanged',
  'stale',
  'unverified',
  'ignored',
  'unread',
  'waiting',
] as const
type EventOutcome = (typeof eventOutcomes)[number]

export interface EventRecord {
  merchantId: MerchantId
  /** It may have been recorded before its account was claimed. */
  mayPredateAccount: boolean
  processor: string
  event: ProcessorEvent
  sealedBody: Buffer
  traceId: string | null
  /** The traceparent of the event's own span; null if it is not traced. */
  traceparent?: string | null
  outcome: EventOutcome
  paymentId?: PaymentId | null
  /** Written with the event, if the payment still has the version from which the change was computed. */
  change?: Change | null
  /** The same for the merchant's account. */
  account?: { snapshot: AccountSnapshot; version: number }
  forward?: boolean
  at: Date
}

/** Outdated: something else changed the payment or account first, and nothing was written. */
type RecordResult = 'recorded' | 'seen' | 'outdated'

type Item = EventRecord & { item: number }

export const recordEvent = inBatches(recordEvents, {
  touches: ({ processor, event, change, account, merchantId }) => [
    `event ${processor} ${event.id}`,
    ...(change ? [`payment ${change.payment.paymentId}`] : []),
    ...(account ? [`account ${merchantId} ${processor}`] : []),
  ],
})

/**
 * Writes events with their effects, postings and deliveries in one transaction, each with its own guard. No two events
 * may be about the same payment, account or event. All writers lock in the same order.
 */
async function recordEvents(db: Db, records: EventRecord[]): Promise<RecordResult[]> {
  const items = records.map((record, item) => ({ item, ...record }))
  const results = records.map((): RecordResult => 'outdated')
  const rows = await inSteps<{ item: number; isRecorded: boolean }>(db, stepsOf(db, items), {
    reads: ['current', 'permitted'],
    statement: db`
      select c.item, p.item is not null as is_recorded from current c left join permitted p on p.item = c.item`,
  }).catch(error => {
    if (isOutdated(error)) return []
    throw error
  })
  for (const { item, isRecorded } of rows) results[item] = isRecorded ? 'recorded' : 'seen'
  return results
}

function stepsOf(db: Db, items: Item[]): Step[] {
  const changes = items.flatMap(({ item, change, event, at }) =>
    change ? [{ item, source: event.id, at, ...change }] : [],
  )
  const accounts = items.flatMap(({ item, merchantId, processor, account, at }) =>
    account ? [{ item, merchantId, processor, version: account.version, account: account.snapshot, at }] : [],
  )
  const accountsStep = (): Step => ({
    name: 'account_moved',
    reads: ['permitted'],
    statement: accountsFragment(db, accounts, 'permitted'),
  })
  const rows = rowsOf(db, items)
  // a single server reads the rows once; a shard gets them again with each step
  const given = db.engine.isOne ? db`given` : rows
  return [
    ...(db.engine.isOne ? [{ name: 'given', statement: db`select * from ${rows} rows` }] : []),
    { name: 'current', returns: db`item int`, statement: currentFragment(db, items, given) },
    ...recordSteps(db, items, given),
    ...(items.some(({ mayPredateAccount }) => mayPredateAccount) ? [adoptionStep(db)] : []),
    ...(changes.length > 0 ? changeSteps(db, changes, 'permitted') : []),
    ...(accounts.length > 0 ? [accountsStep()] : []),
    ...(items.some(({ forward }) => forward) ? deliverySteps(db) : []),
  ]
}

function rowsOf(db: Db, items: Item[]): Fragment {
  let end = 1
  const rows = items.map(({ event, sealedBody, forward, change, account, ...record }) => {
    const { id: eventId, type, accountId, createdAt } = event
    const [start, size] = [end, sealedBody.length]
    end += size
    const deliveryId = forward ? newDeliveryId() : null
    const versions = { paymentVersion: change?.payment.version, accountVersion: account?.version }
    return { eventId, type, accountId, createdAt, deliveryId, start, size, ...versions, ...record }
  })
  const columns = db`
    item int, "merchantId" text, processor text, "eventId" text, type text, "accountId" text, "paymentId" text,
    "deliveryId" text, "mayPredateAccount" boolean, "paymentVersion" int, "accountVersion" int, start int, size int,
    outcome text, "createdAt" timestamptz, at timestamptz, "traceId" text, traceparent text`
  return recordset(db, rows, columns)
}

/** Locks the payments and accounts that the events concern, and returns the events for which these are unchanged. */
function currentFragment(db: Db, items: Item[], given: Fragment) {
  const ofPayments = () => db`
      select g.item from ${given} as g
        join payments p on p.merchant_id = g."merchantId" and p.payment_id = g."paymentId"
          and p.version = g."paymentVersion" ${ofMerchant(db, 'p.merchant_id', merchantOf(db, items))}
      order by p.merchant_id, p.payment_id for update of p`
  const ofAccounts = () => db`
      select g.item from ${given} as g join processor_accounts a
        on a.merchant_id = g."merchantId" and a.processor = g.processor and a.version = g."accountVersion"
      order by a.merchant_id for update of a`
  const others = () => db`
      select g.item from ${given} as g
      where g."paymentVersion" is null and g."accountVersion" is null and not exists (
        select from processor_accounts a
        where g."merchantId" = ${unclaimedMerchantId} and a.processor = g.processor and a.account_id = g."accountId")`
  const parts = [
    ...(items.some(({ change }) => change) ? [ofPayments()] : []),
    ...(items.some(({ account }) => account) ? [ofAccounts()] : []),
    ...(items.some(({ change, account }) => !change && !account) ? [others()] : []),
  ]
  const found = parts.map(part => db`select item from (${part}) part`)
  return listed(db, found, db` union all `)
}

/** Sends all bodies in one parameter, from which each event takes its slice: as JSON text, they would cost more. */
function recordSteps(db: Db, items: Item[], given: Fragment): Step[] {
  const bodies = Buffer.concat(items.map(({ sealedBody }) => sealedBody))
  return [
    {
      name: 'recorded',
      reads: ['current'],
      returns: db`merchant_id text, processor text, event_id text, type text, payment_id text`,
      // a copy that can be read or applied replaces one that could not
      statement: db`
      insert into events (merchant_id, processor, event_id, type, account_id, payment_id, sealed_body, outcome, created_at,
        received_at, trace_id, traceparent)
      select "merchantId", processor, "eventId", type, "accountId", "paymentId", substr(${bodies}::bytea, start, size),
        outcome, "createdAt", at, "traceId", traceparent
      from current join ${given} as g using (item)
      order by "merchantId", "eventId"
      on conflict (merchant_id, processor, event_id) do update
        set outcome = excluded.outcome, payment_id = excluded.payment_id, sealed_body = excluded.sealed_body,
          trace_id = coalesce(excluded.trace_id, events.trace_id),
          webhook_at = case when events.trace_id is null and excluded.trace_id is not null
            then excluded.received_at else events.webhook_at end,
          traceparent = coalesce(excluded.traceparent, events.traceparent)
        where events.outcome in ('unread', 'waiting') and excluded.outcome not in ('unread', events.outcome)
      returning merchant_id, processor, event_id, type, payment_id`,
    },
    {
      name: 'permitted',
      reads: ['recorded'],
      returns: db`item int, merchant_id text, delivery_id text, processor text, event_id text, type text, payment_id text,
        may_predate_account boolean, at timestamptz`,
      statement: db`
      select g.item, r.merchant_id, g."deliveryId" as delivery_id, r.processor, r.event_id, r.type, r.payment_id,
        g."mayPredateAccount" as may_predate_account, g.at
      from recorded r join ${given} as g
        on g."merchantId" = r.merchant_id and g.processor = r.processor and g."eventId" = r.event_id`,
    },
  ]
}

/** An event that arrived before its account was known is not recorded twice: it becomes the merchant's. */
const adoptionStep = (db: Db): Step => ({
  name: 'adopted',
  reads: ['permitted'],
  statement: db`
      delete from events e using permitted p
      where p.may_predate_account and e.merchant_id = ${unclaimedMerchantId} and e.processor = p.processor
        and e.event_id = p.event_id`,
})

function deliverySteps(db: Db): Step[] {
  const forwarded = db`
        select merchant_id, delivery_id, processor, event_id, type, payment_id, at
        from permitted where delivery_id is not null`
  return [
    {
      name: 'delivery',
      reads: ['permitted'],
      returns: db`merchant_id text, delivery_id text, at timestamptz`,
      statement: insertDeliveriesFragment(db, forwarded),
    },
    {
      name: 'queued',
      reads: ['delivery'],
      statement: db`
      insert into delivery_queue (merchant_id, delivery_id, due_at, attempt, queued_at)
      select merchant_id, delivery_id, least(at, now()), 1, at from delivery`,
    },
  ]
}
