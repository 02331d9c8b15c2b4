import type { Db } from '../db/db.ts'
import type { Operation } from '../operations/operation.ts'
import { finishFragment } from '../operations/operations.sql.ts'
import type { PaymentSnapshot } from '../processors/port.ts'

/** The payment and the end of its operation in one statement, so in one commit and one round trip. */
export async function insertPaymentAndFinish(
  db: Db,
  operation: Operation<'create'>,
  snapshot: PaymentSnapshot,
  sealedAnswer: Buffer,
  now: Date,
): Promise<boolean> {
  const { payment, processor, accountId, orderRef, branch, customerRef } = operation.arguments
  const rows = await db`
    with finished as (${finishFragment(db, operation, sealedAnswer, now)})
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, order_ref, branch, customer_ref, description,
      created_at, updated_at)
    select merchant_id, payment_id, ${processor}, ${accountId}, ${snapshot.processorPaymentId},
      ${snapshot.status}, ${payment.currency}, ${payment.captureMethod}, ${payment.amountCents}::int,
      ${payment.feeCents}::int, ${orderRef}, ${branch}, ${customerRef}, ${payment.description},
      created_at, ${now}
    from finished
    returning 1`
  return rows.length > 0
}
