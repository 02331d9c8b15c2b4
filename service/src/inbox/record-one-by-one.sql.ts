import { type Db, listed, type Tx } from '../db/db.ts'
import { newDeliveryId } from '../ids.ts'
import { moveAccount } from '../merchants/accounts.sql.ts'
import { ChangedMeanwhile, writeOneByOne } from '../payments/change-one-by-one.sql.ts'
import { nobody } from './nobody.ts'
import { type EventRecord, eventConflict, type RecordResult } from './record-event.sql.ts'

/**
 * The same on a cluster: events of one merchant in one transaction, each write a statement of its own, so that it runs
 * on the merchant's shard.
 */
export async function recordOneByOne(db: Db, records: EventRecord[]): Promise<RecordResult[]> {
  return await recordTogether(db, records).catch(error => {
    if (error instanceof ChangedMeanwhile) return records.map(() => 'outdated' as const)
    throw error
  })
}

async function recordTogether(db: Db, records: EventRecord[]): Promise<RecordResult[]> {
  return await db.begin(async tx => {
    const isCurrent = await currentOf(tx, records)
    const current = records.filter(isCurrent)
    const isNew = await insertEvents(tx, current)
    const recorded = current.filter(isNew)
    await Promise.all([
      adopt(tx, recorded),
      ...recorded.map(record => writeEffects(tx, record)),
      insertDeliveries(tx, recorded),
    ])
    return records.map(record => (!isCurrent(record) ? 'outdated' : isNew(record) ? 'recorded' : 'seen'))
  })
}

type Test = (record: EventRecord) => boolean

/** Locks what the events were worked out for, and says which of it is still as it was. */
async function currentOf(tx: Tx, records: EventRecord[]): Promise<Test> {
  const merchantId = records[0]?.merchantId ?? nobody
  const paymentIds = records.flatMap(({ change }) => (change ? [change.payment.paymentId] : []))
  const payments = paymentIds.length
    ? await tx<{ paymentId: string; version: number }[]>`
      select payment_id, version from payments where merchant_id = ${merchantId} and payment_id = any(${paymentIds})
      order by payment_id for update`
    : []
  const accounts = records.some(({ account }) => account)
    ? await tx<{ processor: string; version: number }[]>`
      select processor, version from processor_accounts where merchant_id = ${merchantId} for update`
    : []
  const owned = merchantId === nobody ? await ownedAccounts(tx, records) : []
  return ({ change, account, processor, event }) => {
    if (merchantId === nobody) {
      return !owned.some(one => one.processor === processor && one.accountId === event.accountId)
    }
    if (change) {
      const { paymentId } = change.payment
      return payments.some(one => one.paymentId === paymentId && one.version === change.version)
    }
    if (account) return accounts.some(one => one.processor === processor && one.version === account.version)
    return true
  }
}

async function ownedAccounts(tx: Tx, records: EventRecord[]) {
  const accountIds = records.flatMap(({ event }) => event.accountId ?? [])
  if (accountIds.length === 0) return []
  return await tx<{ processor: string; accountId: string }[]>`
    select processor, account_id from processor_accounts where account_id = any(${accountIds})`
}

async function insertEvents(tx: Tx, records: EventRecord[]): Promise<Test> {
  if (records.length === 0) return () => false
  const inOrder = records.toSorted((a, b) => (a.event.id < b.event.id ? -1 : 1))
  const rows = inOrder.map(
    ({ merchantId, processor, event, paymentId, sealedBody, outcome, at, traceId }) =>
      tx`(${merchantId}, ${processor}, ${event.id}, ${event.type}, ${event.accountId}, ${paymentId}, ${sealedBody},
        ${outcome}, ${event.createdAt}, ${at}, ${traceId})`,
  )
  const written = await tx<{ processor: string; eventId: string }[]>`
    insert into events (merchant_id, processor, event_id, type, account_id, payment_id, sealed_body, outcome,
      created_at, received_at, trace_id)
    values ${listed(tx, rows)} ${eventConflict(tx)}
    returning processor, event_id`
  return ({ processor, event }) =>
    written.some(one => one.processor === processor && one.eventId === event.id)
}

/** An event that came before its account was known becomes the merchant's. Nobody's are on a shard of their own. */
async function adopt(tx: Tx, records: EventRecord[]): Promise<void> {
  const adopted = records.filter(({ merchantId, mayBeNobodys }) => mayBeNobodys && merchantId !== nobody)
  for (const { processor, event } of adopted) {
    await tx`
      delete from events where merchant_id = ${nobody} and processor = ${processor} and event_id = ${event.id}`
  }
}

async function writeEffects(tx: Tx, record: EventRecord): Promise<void> {
  const { merchantId, processor, change, account, event, at } = record
  if (change) await writeOneByOne(tx, { ...change, source: event.id, at })
  if (account) await moveAccount(tx, { merchantId, processor, account: account.snapshot, at })
}

async function insertDeliveries(tx: Tx, records: EventRecord[]): Promise<void> {
  const forwarded = records.filter(({ forward }) => forward)
  if (forwarded.length === 0) return
  const rows = forwarded.map(
    ({ merchantId, processor, event, paymentId, at }) =>
      tx`(${merchantId}, ${newDeliveryId()}, ${processor}, ${event.id}, ${event.type}, ${paymentId}, 'pending', ${at},
        ${at})`,
  )
  const inserted = await tx<{ merchantId: string; deliveryId: string; createdAt: Date }[]>`
    insert into deliveries (merchant_id, delivery_id, processor, event_id, type, payment_id, state, created_at,
      updated_at)
    values ${listed(tx, rows)}
    on conflict (merchant_id, event_id, processor) do nothing
    returning merchant_id, delivery_id, created_at`
  if (inserted.length === 0) return
  const queued = inserted.map(
    ({ merchantId, deliveryId, createdAt }) =>
      tx`(${merchantId}, ${deliveryId}, least(${createdAt}::timestamptz, now()), 1, ${createdAt})`,
  )
  await tx`
    insert into delivery_queue (merchant_id, delivery_id, due_at, attempt, queued_at) values ${listed(tx, queued)}`
}
