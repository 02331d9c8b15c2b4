import type { Db } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import { merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { inSteps } from '../db/steps.ts'
import { claimOperations } from '../operations/claim.sql.ts'
import type { LeasedOperation, NewOperation } from '../operations/operation.ts'
import { endSteps } from '../operations/operations.sql.ts'
import type { PaymentSnapshot } from '../processors/port.ts'

/** Null when the key is taken, or the payment is here: it may have come back without its key (take-in-orphan.ts). */
export const claimCreate = inBatches(claimUnmade, {
  touches: ({ merchantId, idempotencyKey }) => [`${merchantId} ${idempotencyKey}`],
  merchant: ({ merchantId }) => merchantId,
})

async function claimUnmade(
  db: Db,
  wanted: NewOperation<'create'>[],
): Promise<(LeasedOperation<'create'> | null)[]> {
  const isUnmade = db`
    not exists (select from payments m where m.merchant_id = w."merchantId" and m.payment_id = w."paymentId"
      ${ofMerchant(db, 'm.merchant_id', merchantOf(db, wanted))})`
  return await claimOperations(db, wanted, isUnmade)
}

interface CreateItem {
  operation: LeasedOperation<'create'>
  snapshot: PaymentSnapshot
  sealedAnswer: Buffer
  at: Date
}

/** Writes the payment and finishes its operation in one commit. False when the lease was lost. */
export const finishCreate = inBatches(insertPaymentsAndFinish, {
  touches: ({ operation }) => [operation.operationId],
  merchant: ({ operation }) => operation.merchantId,
})

async function insertPaymentsAndFinish(db: Db, items: CreateItem[]): Promise<boolean[]> {
  const rows = items.map(({ operation, snapshot, sealedAnswer, at }) => {
    const { processor, accountId, payment, orderRef, branch, customerRef } = operation.arguments
    const more = {
      payment_id: operation.paymentId,
      processor,
      account_id: accountId,
      processor_payment_id: snapshot.processorPaymentId,
      status: snapshot.status,
      currency: payment.currency,
      capture_method: payment.captureMethod,
      authorized_cents: payment.amountCents,
      authorized_fee_cents: snapshot.feeCents,
      order_ref: orderRef,
      branch,
      customer_ref: customerRef,
      description: payment.description,
      created_at: operation.createdAt,
    }
    return { ...operation, sealedAnswer, at, more }
  })
  const steps = endSteps(
    db,
    rows,
    db`, payment_id text, processor text, account_id text, processor_payment_id text, status text, currency text,
      capture_method text, authorized_cents int, authorized_fee_cents int, order_ref text, branch text,
      customer_ref text, description text, created_at timestamptz`,
  )
  const columns = db`
    merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency, capture_method,
    authorized_cents, authorized_fee_cents, order_ref, branch, customer_ref, description, created_at`
  const made = {
    name: 'made',
    reads: ['ended'],
    // an event may have brought it back after the database was restored (take-in-orphan.ts)
    statement: db`
      insert into payments (${columns}, updated_at) select ${columns}, at from ended
      on conflict (merchant_id, payment_id) do nothing`,
  }
  const ended = await inSteps<{ paymentId: string }>(db, [...steps, made], {
    reads: ['ended'],
    statement: db`select payment_id from ended`,
  })
  const done = new Set(ended.map(({ paymentId }) => paymentId))
  return items.map(({ operation }) => done.has(operation.paymentId))
}
