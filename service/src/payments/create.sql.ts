import { type Db, recordset } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import type { Operation } from '../operations/operation.ts'
import { claimOperations, finishFragment } from '../operations/operations.sql.ts'
import type { PaymentSnapshot } from '../processors/port.ts'

/** Null when the key is taken. */
export const claimCreate = inBatches(claimOperations<'create'>, {
  touches: ({ merchantId, idempotencyKey }) => [`${merchantId} ${idempotencyKey}`],
})

interface CreateItem {
  operation: Operation<'create'>
  snapshot: PaymentSnapshot
  sealedAnswer: Buffer
  at: Date
}

/** The payment and the end of its operation. False when the lease was lost. */
export const finishCreate = inBatches(insertPaymentsAndFinish, {
  touches: ({ operation }) => [operation.operationId],
})

/** Both in one statement, so in one commit and one round trip. */
async function insertPaymentsAndFinish(db: Db, items: CreateItem[]): Promise<boolean[]> {
  const finished = items.map(({ operation, sealedAnswer, at }) => ({ ...operation, sealedAnswer, at }))
  const rows = items.map(({ operation, snapshot, at }) => {
    const { payment, ...args } = operation.arguments
    const { processorPaymentId, status } = snapshot
    const { operationId } = operation
    return { ...payment, ...args, operationId, processorPaymentId, status, at }
  })
  const given = recordset(
    db,
    rows,
    db`
    "operationId" text, processor text, "accountId" text, "processorPaymentId" text, status text, currency
    text, "captureMethod" text, "amountCents" int, "feeCents" int, "orderRef" text, branch text,
    "customerRef" text, description text, at timestamptz`,
  )
  const inserted = await db<{ paymentId: string }[]>`
    with finished as (${finishFragment(db, finished)})
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, order_ref, branch, customer_ref, description,
      created_at, updated_at)
    select f.merchant_id, f.payment_id, c.processor, c."accountId", c."processorPaymentId", c.status, c.currency,
      c."captureMethod", c."amountCents", c."feeCents", c."orderRef", c.branch, c."customerRef", c.description,
      f.created_at, c.at
    from finished f join ${given} as c on c."operationId" = f.operation_id
    returning payment_id`
  const done = new Set(inserted.map(({ paymentId }) => paymentId))
  return items.map(({ operation }) => done.has(operation.paymentId))
}
