import type { Db } from '../db/db.ts'
import { ofMerchant } from '../db/per-merchant.ts'
import type { MerchantId, PaymentId } from '../ids.ts'
import type { RememberedCall } from '../payments/restore-calls.ts'
import type { Account } from '../reconcile/books.sql.ts'

/** Of one merchant, or of all. */
export async function connectedAccounts(
  db: Db,
  processor: string,
  merchantId: MerchantId | null,
): Promise<Account[]> {
  return await db<Account[]>`
    select merchant_id, processor, account_id from processor_accounts
    where processor = ${processor} ${ofMerchant(db, 'merchant_id', merchantId)}`
}

export async function knownMerchants(db: Db): Promise<MerchantId[]> {
  const rows = await db<{ merchantId: MerchantId }[]>`select merchant_id from merchants order by merchant_id`
  return rows.map(({ merchantId }) => merchantId)
}

/** Those of the merchants that are here and have no account there. */
export async function withoutAccount(db: Db, processor: string, merchantIds: string[]): Promise<Set<string>> {
  const rows = await db<{ merchantId: string }[]>`
    select m.merchant_id from merchants m
      left join processor_accounts a on a.merchant_id = m.merchant_id and a.processor = ${processor}
    where m.merchant_id = any(${merchantIds}) and a.merchant_id is null`
  return new Set(rows.map(({ merchantId }) => merchantId))
}

/** Of these refunds or disputes, those that are known here. */
export async function knownIds(
  db: Db,
  table: 'refunds' | 'disputes',
  { merchantId }: Account,
  ids: string[],
): Promise<Set<string>> {
  const id = db(table === 'refunds' ? 'processor_refund_id' : 'processor_dispute_id')
  const rows = await db<{ id: string }[]>`
    select ${id} as id from ${db(table)} where merchant_id = ${merchantId} and ${id} = any(${ids})`
  return new Set(rows.map(row => row.id))
}

/**
 * When the last payment before a time was made, of those that were never forgotten; null when there is none. Everything
 * that the account had by then is known here.
 */
export async function lastMadeBefore(
  db: Db,
  { merchantId, processor }: Account,
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
  { merchantId }: Account,
  paymentId: PaymentId,
  { kind, memo }: RememberedCall,
): Promise<boolean> {
  const rows = await db`
    select 1 from operations
    where merchant_id = ${merchantId} and payment_id = ${paymentId} and kind = ${kind}
      and intent ->> 'callKey' = ${memo.key} and state <> 'refused' limit 1`
  return rows.length > 0
}
