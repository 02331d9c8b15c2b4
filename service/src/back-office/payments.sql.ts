import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import {
  type NewestFilter,
  newestPayments,
  type PaymentPosition,
  statusesUntil,
} from '../payments/newest.sql.ts'
import { type Payment, presentPayment } from '../payments/payment.ts'

export interface OperatorPayment extends ReturnType<typeof presentPayment> {
  merchantId: MerchantId
  processor: string
  connectedAccountId: string
  authorizedCents: number
  failureCode: string | null
  failureMessage: string | null
}

export interface OperatorPaymentFilter extends NewestFilter {
  captureMethod: string | null
  currency: string | null
  amountFrom: number | null
  amountTo: number | null
}

/** So many payments, or payments of a status, are looked through for those that no index finds. */
const scanAtMost = { newest: 10_000, ofStatus: 1000 }

/**
 * Newest first, each condition only where it is asked for. What has an index is found by it; for the rest, a bounded
 * number of payments is looked through. `resumeAt` says where to go on when that was not enough.
 */
export async function listAllPayments(
  db: Db,
  filter: OperatorPaymentFilter & { limit: number },
): Promise<{ payments: OperatorPayment[]; resumeAt: PaymentPosition | null }> {
  const scanned = scannedFor(db, filter)
  // most payments have this one, so no index knows it
  const indexed = { ...filter, status: filter.status === 'succeeded' ? null : filter.status }
  const readUntil = await statusesUntil(db, indexed)
  const most = readUntil === null ? scanAtMost.newest : scanAtMost.ofStatus
  const found = newestPayments(db, indexed, readUntil, scanned.length > 0 ? most : filter.limit)
  const rows = await db<Payment[]>`
    select * from (${found}) p
    where true ${scanned.reduce((all, one) => db`${all} ${one}`, db``)}
    order by created_at desc, payment_id desc
    limit ${filter.limit}`
  if (scanned.length === 0 || rows.length === filter.limit) {
    return { payments: rows.map(present), resumeAt: null }
  }
  const [last] = await db<PaymentPosition[]>`
    select merchant_id, payment_id from (${found}) p
    order by created_at desc, payment_id desc
    offset ${most - 1}`
  return { payments: rows.map(present), resumeAt: last ?? null }
}

/** Conditions that no index knows. */
function scannedFor(
  db: Db,
  { status, captureMethod, currency, amountFrom, amountTo }: OperatorPaymentFilter,
) {
  const amount = db`(case when captured_cents > 0 then captured_cents else authorized_cents end)`
  return [
    ...(status === 'succeeded' ? [db`and status = ${status}`] : []),
    ...(captureMethod === null ? [] : [db`and capture_method = ${captureMethod}`]),
    ...(currency === null ? [] : [db`and currency = ${currency}`]),
    ...(amountFrom === null ? [] : [db`and ${amount} >= ${amountFrom}`]),
    ...(amountTo === null ? [] : [db`and ${amount} <= ${amountTo}`]),
  ]
}

/** No index knows payments without their merchant: each merchant is asked. */
export async function findAnyPayment(db: Db, paymentId: string): Promise<OperatorPayment | null> {
  const [row] = await db<Payment[]>`
    select p.* from merchants m join payments p on p.merchant_id = m.merchant_id and p.payment_id = ${paymentId}`
  return row ? present(row) : null
}

function present(payment: Payment): OperatorPayment {
  const { merchantId, processor, authorizedCents, accountId, failureCode, failureMessage } = payment
  const place = { merchantId, processor, connectedAccountId: accountId }
  const more = { ...place, authorizedCents, failureCode, failureMessage }
  return { ...presentPayment(payment), ...more }
}
