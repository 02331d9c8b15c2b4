import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import { type Payment, presentPayment } from '../payments/payment.ts'

export interface OperatorPayment extends ReturnType<typeof presentPayment> {
  merchantId: MerchantId
  processor: string
  connectedAccountId: string
  failureCode: string | null
  failureMessage: string | null
}

export interface OperatorPaymentFilter {
  merchantId: string | null
  status: string | null
  orderRef: string | null
  after: string | null
  limit: number
}

/** Across merchants, each condition only where it is asked for, so that every form has its index. */
export async function listAllPayments(db: Db, filter: OperatorPaymentFilter): Promise<OperatorPayment[]> {
  const { merchantId, status, orderRef, after } = filter
  const ofMerchant = merchantId === null ? db`` : db`and merchant_id = ${merchantId}`
  const rows = await db<Payment[]>`
    select * from payments
    where true ${ofMerchant}
      ${status === null ? db`` : db`and status = ${status}`}
      ${orderRef === null ? db`` : db`and order_ref = ${orderRef}`}
      ${
        after === null
          ? db``
          : db`and (created_at, payment_id) < (select created_at, payment_id from payments
              where payment_id = ${after} ${ofMerchant} limit 1)`
      }
    order by created_at desc, payment_id desc
    limit ${filter.limit}`
  return rows.map(present)
}

export async function findAnyPayment(db: Db, paymentId: string): Promise<OperatorPayment | null> {
  const [row] = await db<Payment[]>`select * from payments where payment_id = ${paymentId}`
  return row ? present(row) : null
}

function present(payment: Payment): OperatorPayment {
  const { merchantId, processor, accountId: connectedAccountId, failureCode, failureMessage } = payment
  const more = { merchantId, processor, connectedAccountId, failureCode, failureMessage }
  return { ...presentPayment(payment), ...more }
}
