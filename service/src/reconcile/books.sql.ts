import { type Db, recordset } from '../db/db.ts'
import type { MerchantId, PaymentId } from '../ids.ts'
import type { Payment, Refund } from '../payments/payment.ts'
import type { Movement } from '../processors/lists-port.ts'

export interface Owner {
  merchantId: MerchantId
  processor: string
}

export interface Account extends Owner {
  accountId: string
}

/** Accounts in merchant order, starting with a given one or after it. */
export async function accountsFrom(
  db: Db,
  processor: string,
  { at, isDone, merchantId }: { at: string; isDone: boolean; merchantId: string | null },
): Promise<Account[]> {
  return await db<Account[]>`
    select merchant_id, processor, account_id from processor_accounts
    where processor = ${processor} and merchant_id ${isDone ? db`>` : db`>=`} ${at}
      ${merchantId === null ? db`` : db`and merchant_id = ${merchantId}`}
    order by merchant_id limit 100`
}

export type PaymentKey = Pick<Payment, 'merchantId' | 'paymentId' | 'processorPaymentId'>

/** The columns for a first comparison of a payment. */
export type KnownPayment = Pick<
  Payment,
  | keyof PaymentKey
  | 'status'
  | 'currency'
  | 'authorizedCents'
  | 'authorizedFeeCents'
  | 'capturedCents'
  | 'feeCents'
  | 'feeRefundedCents'
>

export async function paymentsOf(db: Db, { merchantId, processor }: Owner, processorPaymentIds: string[]) {
  const rows = await db<KnownPayment[]>`
    select merchant_id, payment_id, processor_payment_id, status, currency, authorized_cents, authorized_fee_cents,
      captured_cents, fee_cents, fee_refunded_cents
    from payments
    where merchant_id = ${merchantId} and processor = ${processor} and processor_payment_id = any(${processorPaymentIds})`
  return new Map(rows.map(row => [row.processorPaymentId, row]))
}

/** Stores fee ids for search. Most of them appear nowhere else: a payment report names only the charge. */
export async function noteFees(db: Db, { merchantId, processor }: Owner, fees: Movement[]): Promise<void> {
  const named = fees.flatMap(({ processorPaymentId, fee }) =>
    fee?.processorFeeId === undefined ? [] : [{ processorPaymentId, feeId: fee.processorFeeId }],
  )
  await db`
    with unnamed as (
      select p.payment_id, f."feeId" from payments p
        join ${recordset(db, named, db`"processorPaymentId" text, "feeId" text`)} as f
          on f."processorPaymentId" = p.processor_payment_id
      where p.merchant_id = ${merchantId} and p.processor = ${processor} and p.processor_fee_id is null
      order by p.payment_id for update of p)
    update payments p set processor_fee_id = u."feeId" from unnamed u
    where p.merchant_id = ${merchantId} and p.payment_id = u.payment_id`
}

/** The ids that belong to payments here. */
export async function existingIds(db: Db, merchantId: MerchantId, ids: string[]): Promise<Set<string>> {
  const rows = await db<{ paymentId: string }[]>`
    select payment_id from payments where merchant_id = ${merchantId} and payment_id = any(${ids})`
  return new Set(rows.map(({ paymentId }) => paymentId))
}

interface Period {
  from: Date
  to: Date
}

export async function paymentsMade(db: Db, { merchantId, processor }: Owner, { from, to }: Period) {
  return await db<PaymentKey[]>`
    select merchant_id, payment_id, processor_payment_id from payments
    where merchant_id = ${merchantId} and processor = ${processor} and created_at >= ${from} and created_at < ${to}`
}

export interface Posted {
  paymentId: PaymentId
  fact: string
  kind: string
  merchantCents: number
  customerCents: number
  platformFeesCents: number
}

export async function entriesOf(db: Db, merchantId: MerchantId, paymentIds: string[]): Promise<Posted[]> {
  return await db<Posted[]>`
    select payment_id, fact, kind, merchant_cents, customer_cents, platform_fees_cents from ledger_entries
    where merchant_id = ${merchantId} and payment_id = any(${paymentIds})`
}

/** Refunds, disputes and returned fees posted in a period. */
export async function laterFacts(db: Db, { merchantId, processor }: Owner, { from, to }: Period) {
  return await db<(PaymentKey & { fact: string })[]>`
    select e.merchant_id, e.payment_id, p.processor_payment_id, fact
    from ledger_entries e join payments p on p.merchant_id = e.merchant_id and p.payment_id = e.payment_id
    where e.merchant_id = ${merchantId} and p.processor = ${processor} and posted_at >= ${from} and posted_at < ${to}
      and kind in ('refund', 'dispute', 'dispute_won', 'dispute_lost', 'fee_refund')`
}

/** The processor's ids of known refunds of these payments. */
export async function refundsKnown(db: Db, merchantId: MerchantId, paymentIds: string[]) {
  const rows = await db<(Pick<Refund, 'amountCents' | 'state'> & { processorRefundId: string })[]>`
    select processor_refund_id, amount_cents, state from refunds
    where merchant_id = ${merchantId} and payment_id = any(${paymentIds}) and processor_refund_id is not null`
  return new Map(rows.map(row => [row.processorRefundId, row]))
}

/** Which of these processor ids belong to refunds or disputes here. */
export async function knownIds(db: Db, table: 'refunds' | 'disputes', { merchantId }: Owner, ids: string[]) {
  const id = db(table === 'refunds' ? 'processor_refund_id' : 'processor_dispute_id')
  const rows = await db<{ id: string }[]>`
    select ${id} as id from ${db(table)} where merchant_id = ${merchantId} and ${id} = any(${ids})`
  return new Set(rows.map(row => row.id))
}

/**
 * The time of the last payment before a given time, not counting restored ones; null if there is none. Everything on the
 * account up to then is known here.
 */
export async function lastMadeBefore(db: Db, owner: Owner, time: Date): Promise<Date | null> {
  const { merchantId, processor } = owner
  const [last] = await db<{ createdAt: Date }[]>`
    select created_at from payments
    where merchant_id = ${merchantId} and processor = ${processor} and created_at < ${time} and restored_at is null
    order by created_at desc limit 1`
  return last?.createdAt ?? null
}
