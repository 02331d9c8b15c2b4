import type { Db, Queryable } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import type { DisputeSnapshot } from '../processors/port.ts'

export interface ConnectedAccount {
  merchantId: MerchantId
  processor: string
  accountId: string
}

export async function connectedAccounts(db: Db, processor: string): Promise<ConnectedAccount[]> {
  return await db<ConnectedAccount[]>`
    select merchant_id, processor, account_id from processor_accounts where processor = ${processor}
    order by merchant_id`
}

/** Those of the merchants that are here and have no account there. */
export async function withoutAccount(db: Db, processor: string, merchantIds: string[]): Promise<Set<string>> {
  const rows = await db<{ merchantId: string }[]>`
    select m.merchant_id from merchants m
      left join processor_accounts a on a.merchant_id = m.merchant_id and a.processor = ${processor}
    where m.merchant_id = any(${merchantIds}) and a.merchant_id is null`
  return new Set(rows.map(({ merchantId }) => merchantId))
}

export interface KnownPayment {
  paymentId: string
  processorPaymentId: string
  status: string
  capturedCents: number
}

export async function knownPayments(
  db: Db,
  { merchantId, processor }: ConnectedAccount,
  ids: string[],
): Promise<Map<string, KnownPayment>> {
  const rows = await db<KnownPayment[]>`
    select payment_id, processor_payment_id, status, captured_cents from payments
    where merchant_id = ${merchantId} and processor = ${processor} and processor_payment_id = any(${ids})`
  return new Map(rows.map(row => [row.processorPaymentId, row]))
}

export async function knownRefunds(
  db: Db,
  { merchantId }: ConnectedAccount,
  ids: string[],
): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select processor_refund_id as id from refunds
    where merchant_id = ${merchantId} and processor_refund_id = any(${ids})`
  return new Set(rows.map(({ id }) => id))
}

export async function knownDisputes(
  db: Db,
  { merchantId }: ConnectedAccount,
  ids: string[],
): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select processor_dispute_id as id from disputes
    where merchant_id = ${merchantId} and processor_dispute_id = any(${ids})`
  return new Set(rows.map(({ id }) => id))
}

export async function disputesOf(
  db: Queryable,
  { merchantId }: ConnectedAccount,
  paymentId: string,
): Promise<DisputeSnapshot[]> {
  return await db<DisputeSnapshot[]>`
    select processor_dispute_id, amount_cents, reason, state from disputes
    where merchant_id = ${merchantId} and payment_id = ${paymentId}`
}

/** Those of a page that are recorded and need nothing more. */
export async function recordedEvents(
  db: Db,
  merchantIds: string[],
  processor: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await db<{ eventId: string }[]>`
    select event_id from events
    where merchant_id = any(${merchantIds}) and processor = ${processor} and event_id = any(${ids})
      and outcome not in ('unread', 'waiting')`
  return new Set(rows.map(({ eventId }) => eventId))
}
