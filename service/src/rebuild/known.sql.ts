import type { Db } from '../db/db.ts'
import type { MerchantId, PaymentId } from '../ids.ts'
import type { RememberedCall } from '../payments/bring-back.ts'
import type { Owner } from '../reconcile/books.sql.ts'

export async function knownMerchants(db: Db): Promise<MerchantId[]> {
  const rows = await db<{ merchantId: MerchantId }[]>`select merchant_id from merchants order by merchant_id`
  return rows.map(({ merchantId }) => merchantId)
}

/** Of these merchants, those that are here, and whether each has an account at the processor. */
export async function areConnected(
  db: Db,
  processor: string,
  merchantIds: string[],
): Promise<Map<string, boolean>> {
  const rows = await db<{ merchantId: string; isConnected: boolean }[]>`
    select m.merchant_id, a.merchant_id is not null as is_connected from merchants m
      left join processor_accounts a on a.merchant_id = m.merchant_id and a.processor = ${processor}
    where m.merchant_id = any(${merchantIds})`
  return new Map(rows.map(({ merchantId, isConnected }) => [merchantId, isConnected]))
}

/** Which of these refunds or disputes are known here. */
export async function knownIds(
  db: Db,
  table: 'refunds' | 'disputes',
  { merchantId }: Owner,
  ids: string[],
): Promise<Set<string>> {
  const id = db(table === 'refunds' ? 'processor_refund_id' : 'processor_dispute_id')
  const rows = await db<{ id: string }[]>`
    select ${id} as id from ${db(table)} where merchant_id = ${merchantId} and ${id} = any(${ids})`
  return new Set(rows.map(row => row.id))
}

/**
 * When the last payment before a time was made, leaving out restored ones; null if there is none. Everything that the
 * account had by then is known here.
 */
export async function lastMadeBefore(
  db: Db,
  { merchantId, processor }: Owner,
  time: Date,
): Promise<Date | null> {
  const [last] = await db<{ createdAt: Date }[]>`
    select created_at from payments
    where merchant_id = ${merchantId} and processor = ${processor} and created_at < ${time} and restored_at is null
    order by created_at desc limit 1`
  return last?.createdAt ?? null
}

export async function isCallKnown(
  db: Db,
  { merchantId }: Owner,
  paymentId: PaymentId,
  { kind, memo }: RememberedCall,
): Promise<boolean> {
  const rows = await db`
    select 1 from operations
    where merchant_id = ${merchantId} and payment_id = ${paymentId} and kind = ${kind}
      and intent ->> 'callKey' = ${memo.key} and state <> 'refused' limit 1`
  return rows.length > 0
}
