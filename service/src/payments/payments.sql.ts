import type { Static } from '@fastify/type-provider-typebox'
import { type Db, type Fragment, json, type Queryable, recordset, type Tx } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import { merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { type MerchantId, paymentIdShape } from '../ids.ts'
import { existing } from '../problems.ts'
import { disputeSnapshot, disputeState } from './disputes.sql.ts'
import { type NewestFilter, newestPayments, statusesUntil } from './newest.sql.ts'
import type { Payment, Refund } from './payment.ts'
import type { PaymentWithRefundsSchema } from './schemas.ts'

const columns = (db: Queryable) => db`
  merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency, capture_method,
  authorized_cents, authorized_fee_cents, captured_cents, fee_cents,
  refunded_cents, fee_refunded_cents, disputed_cents, order_ref, branch, customer_ref, description,
  failure_code, failure_message, payment_method, version, created_at, updated_at`

/** A payment `p` in JSON, with dates as text: much faster to copy than the driver's row objects. */
export const paymentAsJson = (db: Queryable) => db`jsonb_build_object(
  'merchantId', p.merchant_id, 'paymentId', p.payment_id, 'processor', p.processor, 'accountId', p.account_id,
  'processorPaymentId', p.processor_payment_id, 'status', p.status, 'currency', p.currency,
  'captureMethod', p.capture_method, 'authorizedCents', p.authorized_cents,
  'authorizedFeeCents', p.authorized_fee_cents, 'capturedCents', p.captured_cents, 'feeCents', p.fee_cents,
  'refundedCents', p.refunded_cents, 'feeRefundedCents', p.fee_refunded_cents, 'disputedCents', p.disputed_cents,
  'orderRef', p.order_ref, 'branch', p.branch, 'customerRef', p.customer_ref, 'description', p.description,
  'failureCode', p.failure_code, 'failureMessage', p.failure_message, 'paymentMethod', p.payment_method,
  'version', p.version, 'createdAt', p.created_at, 'updatedAt', p.updated_at)`

/** The id comes from the caller and can be any text. */
interface PaymentKey {
  merchantId: MerchantId
  paymentId: string
}

export async function findPayment(db: Queryable, key: PaymentKey): Promise<Payment | null> {
  const { merchantId, paymentId } = key
  if (!paymentIdShape.test(paymentId)) return null
  const [row = null] = await db<Payment[]>`
    select ${columns(db)} from payments where merchant_id = ${merchantId} and payment_id = ${paymentId}`
  return row
}

/** Reserved and released refunds are left out. */
type PaymentWithRefunds = Payment & Pick<Static<typeof PaymentWithRefundsSchema>, 'refunds' | 'disputes'>

export async function findPaymentWithRefunds(db: Db, key: PaymentKey): Promise<PaymentWithRefunds | null> {
  return paymentIdShape.test(key.paymentId) ? await readWithRefunds(db, key) : null
}

const readWithRefunds = inBatches(paymentsWithRefunds)

/** Reads everything in one statement, because most payments have neither refunds nor disputes. */
async function paymentsWithRefunds(db: Db, asked: PaymentKey[]): Promise<(PaymentWithRefunds | null)[]> {
  const merchantId = merchantOf(db, asked)
  const rows = await db<PaymentWithRefunds[]>`
    select ${columns(db)}, coalesce((
      select jsonb_agg(jsonb_build_object('refundId', r.refund_id, 'amountCents', r.amount_cents, 'status', r.state,
        'reason', r.reason, 'createdAt', r.created_at) order by r.created_at, r.refund_id)
      from refunds r where r.merchant_id = payments.merchant_id and r.payment_id = payments.payment_id
        and r.state in ('pending', 'succeeded', 'failed') ${ofMerchant(db, 'r.merchant_id', merchantId)}), '[]') as refunds,
      coalesce((
        select jsonb_agg(${disputeSnapshot(db)} || jsonb_build_object('status', ${disputeState(db)}, 'createdAt', d.created_at)
          order by d.created_at)
        from disputes d where d.merchant_id = payments.merchant_id and d.payment_id = payments.payment_id
          ${ofMerchant(db, 'd.merchant_id', merchantId)}), '[]') as disputes
    from payments where (merchant_id, payment_id) in (
      select "merchantId", "paymentId" from ${recordset(db, asked, db`"merchantId" text, "paymentId" text`)} as asked)
      ${ofMerchant(db, 'merchant_id', merchantId)}`
  const found = new Map(rows.map(row => [`${row.merchantId} ${row.paymentId}`, row]))
  return asked.map(({ merchantId, paymentId }) => {
    const row = found.get(`${merchantId} ${paymentId}`)
    if (!row) return null
    // JSON has dates as text
    const refunds = row.refunds.map(refund => ({ ...refund, createdAt: new Date(refund.createdAt) }))
    const disputes = row.disputes.map(({ dueBy, createdAt, ...dispute }) => {
      return { ...dispute, dueBy: dueBy && new Date(dueBy), createdAt: new Date(createdAt) }
    })
    return Object.assign(row, { refunds, disputes })
  })
}

/** A payment that no other transaction can change until this one ends. */
export interface LockedPayment {
  payment: Payment
  refunds: Refund[]
}

export async function lockWithRefunds(tx: Tx, key: PaymentKey): Promise<LockedPayment> {
  const { merchantId, paymentId } = key
  const [row = null] = await tx<Payment[]>`
    select ${columns(tx)} from payments where merchant_id = ${merchantId} and payment_id = ${paymentId} for update`
  return { payment: existing(row, 'payment'), refunds: await refundsOf(tx, key) }
}

/** The columns that a new payment sets. The others have defaults. */
export const madeColumns = (db: Queryable) => db`
  payment_id, processor, account_id, processor_payment_id, status, currency, capture_method, authorized_cents,
  authorized_fee_cents, order_ref, branch, customer_ref, description, created_at`

/** The same columns, read from a payment in JSON. */
export const madeOf = (db: Queryable, payment: Fragment) => db`
  jsonb_to_record(${payment}) as made ("paymentId" text, processor text, "accountId" text, "processorPaymentId" text,
    status text, currency text, "captureMethod" text, "authorizedCents" int, "authorizedFeeCents" int, "orderRef" text,
    branch text, "customerRef" text, description text, "createdAt" timestamptz)`

/** Null if its id exists already. */
export async function insertRestored(tx: Tx, payment: Payment, at: Date): Promise<Payment | null> {
  const [row = null] = await tx<Payment[]>`
    insert into payments (merchant_id, ${madeColumns(tx)}, updated_at, restored_at)
    select ${payment.merchantId}, made.*, ${at}::timestamptz, ${at}::timestamptz
    from ${madeOf(tx, tx`${json(tx, payment)}`)}
    on conflict do nothing
    returning ${columns(tx)}`
  return row
}

/** Newest first. */
export async function listPayments(db: Db, filter: NewestFilter, limit: number): Promise<Payment[]> {
  const readUntil = await statusesUntil(db, filter)
  return await db<Payment[]>`select ${columns(db)} from (${newestPayments(db, filter, readUntil, limit)}) p
    order by created_at desc, payment_id desc`
}

export async function refundsOf(db: Queryable, { merchantId, paymentId }: PaymentKey): Promise<Refund[]> {
  return await db<Refund[]>`
    select refund_id, processor_refund_id, amount_cents, returns_fee, reason, state, fee_due_at is not null as fee_unread
    from refunds where merchant_id = ${merchantId} and payment_id = ${paymentId}
    order by created_at, refund_id`
}
