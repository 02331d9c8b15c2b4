import type { Db } from '../db/db.ts'
import type { Operation } from '../operations/operation.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import type { CreateIntent } from './create-intent.ts'

/** The payment and the end of its operation in one statement, so in one commit and one round trip. */
export async function insertPaymentAndFinish(
  db: Db,
  operation: Operation,
  snapshot: PaymentSnapshot,
  sealedResponse: Buffer,
  now: Date,
): Promise<boolean> {
  const intent = operation.intent as CreateIntent
  const { payment } = intent
  const rows = await db`
    with finished as (
      update operations
      set state = 'done', response = ${sealedResponse}, settled_at = ${now}, lease_id = null, lease_until = null
      where merchant_id = ${operation.merchantId} and operation_id = ${operation.operationId}
        and state = 'started' and lease_id = ${operation.leaseId}
      returning merchant_id, payment_id, created_at
    )
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, order_ref, branch, customer_ref, description,
      created_at, updated_at)
    select merchant_id, payment_id, ${intent.processor}, ${intent.accountId}, ${snapshot.processorPaymentId},
      ${snapshot.status}, ${payment.currency}, ${payment.captureMethod}, ${payment.amountCents}::int,
      ${payment.feeCents}::int, ${intent.orderRef}, ${intent.branch}, ${intent.customerRef}, ${payment.description},
      created_at, ${now}
    from finished
    returning 1`
  return rows.length > 0
}
