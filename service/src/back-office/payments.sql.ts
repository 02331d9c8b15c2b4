import type { Db } from '../db/db.ts'
import { sharesStatements } from '../db/per-merchant.ts'
import type { MerchantId } from '../ids.ts'
import { type Payment, presentPayment } from '../payments/payment.ts'

export interface OperatorPayment extends ReturnType<typeof presentPayment> {
  merchantId: MerchantId
  processor: string
  connectedAccountId: string
  authorizedCents: number
  failureCode: string | null
  failureMessage: string | null
}

export interface PaymentPosition {
  merchantId: string
  paymentId: string
}

export interface OperatorPaymentFilter {
  merchantId: string | null
  status: string | null
  orderRef: string | null
  captureMethod: string | null
  currency: string | null
  amountFrom: number | null
  amountTo: number | null
  createdFrom: Date | null
  createdTo: Date | null
  after: PaymentPosition | null
}

/** So many payments are looked through for those that no index finds. */
const scanAtMost = 10_000
/** All but those that most payments have: the index payments_by_rare_status has them across merchants. */
const commonStatuses = ['requires_payment_method', 'succeeded']

/**
 * Newest first, each condition only where it is asked for. What has an index is found by it; for the rest, a bounded
 * number of payments is looked through. `resumeAt` says where to go on when that was not enough.
 */
export async function listAllPayments(
  db: Db,
  filter: OperatorPaymentFilter & { limit: number },
): Promise<{ payments: OperatorPayment[]; resumeAt: PaymentPosition | null }> {
  const rows = await db<Payment[]>`
    select * from (
      ${newest(db, filter)}
      limit ${isScanning(filter) ? scanAtMost : filter.limit}
    ) p
    where true ${unindexed(db, filter)}
    order by created_at desc, payment_id desc
    limit ${filter.limit}`
  const isShort = isScanning(filter) && rows.length < filter.limit
  return { payments: rows.map(present), resumeAt: isShort ? await endOfScan(db, filter) : null }
}

function isScanning({
  merchantId,
  status,
  captureMethod,
  currency,
  amountFrom,
  amountTo,
}: OperatorPaymentFilter): boolean {
  const byStatus = status !== null && merchantId === null && commonStatuses.includes(status)
  const isPicked = captureMethod !== null || currency !== null
  return byStatus || isPicked || amountFrom !== null || amountTo !== null
}

async function endOfScan(db: Db, filter: OperatorPaymentFilter): Promise<PaymentPosition | null> {
  const [row] = await db<PaymentPosition[]>`
    select merchant_id, payment_id from (${newest(db, filter)}) p
    order by created_at desc, payment_id desc
    offset ${scanAtMost - 1} limit 1`
  return row ?? null
}

/** What an index finds, in its order. */
function newest(db: Db, filter: OperatorPaymentFilter) {
  const { merchantId, status, orderRef, createdFrom, createdTo, after } = filter
  const isRare = status !== null && (merchantId !== null || !commonStatuses.includes(status))
  const conditions = db`
    ${isRare ? db`and p.status = ${status}` : db``}
    ${createdFrom === null ? db`` : db`and p.created_at >= ${createdFrom}`}
    ${createdTo === null ? db`` : db`and p.created_at < ${createdTo}`}
    ${
      after === null
        ? db``
        : db`and (p.created_at, p.payment_id) < (select created_at, payment_id from payments
            where merchant_id = ${after.merchantId} and payment_id = ${after.paymentId})`
    }`
  const ordered = db`order by p.created_at desc, p.payment_id desc`
  if (orderRef === null || merchantId !== null) {
    return db`
      select * from payments p
      where true ${merchantId === null ? db`` : db`and p.merchant_id = ${merchantId}`}
        ${orderRef === null ? db`` : db`and p.order_ref = ${orderRef}`} ${conditions}
      ${ordered}`
  }
  // keys lead with the merchant: each of them is asked
  if (!sharesStatements(db)) {
    return db`
      select p.* from merchants m
        join payments p on p.merchant_id = m.merchant_id and p.order_ref = ${orderRef} ${conditions}
      ${ordered}`
  }
  return db`
    select p.* from merchants m cross join lateral (
      select * from payments p where p.merchant_id = m.merchant_id and p.order_ref = ${orderRef} ${conditions}
      ${ordered}
      limit ${scanAtMost}
    ) p
    ${ordered}`
}

function unindexed(
  db: Db,
  { merchantId, status, captureMethod, currency, amountFrom, amountTo }: OperatorPaymentFilter,
) {
  const amount = db`(case when captured_cents > 0 then captured_cents else authorized_cents end)`
  const isCommon = status !== null && merchantId === null && commonStatuses.includes(status)
  return db`
    ${isCommon ? db`and status = ${status}` : db``}
    ${captureMethod === null ? db`` : db`and capture_method = ${captureMethod}`}
    ${currency === null ? db`` : db`and currency = ${currency}`}
    ${amountFrom === null ? db`` : db`and ${amount} >= ${amountFrom}`}
    ${amountTo === null ? db`` : db`and ${amount} <= ${amountTo}`}`
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
