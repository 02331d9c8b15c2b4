import { type Db, listed, type Queryable, recordset } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import { sharesStatements } from '../db/per-merchant.ts'
import { claimOperations } from '../operations/claim.sql.ts'
import type { Operation } from '../operations/operation.ts'
import { finishFragment } from '../operations/operations.sql.ts'
import type { PaymentSnapshot } from '../processors/port.ts'

/** Null when the key is taken. */
export const claimCreate = inBatches(claimOperations<'create'>, {
  touches: ({ merchantId, idempotencyKey }) => [`${merchantId} ${idempotencyKey}`],
  merchant: ({ merchantId }) => merchantId,
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
  merchant: ({ operation }) => operation.merchantId,
})

/** In one commit; where they can be, in one statement and one round trip. */
async function insertPaymentsAndFinish(db: Db, items: CreateItem[]): Promise<boolean[]> {
  const done = sharesStatements(db) ? await finishInOne(db, items) : await finishOneByOne(db, items)
  return items.map(({ operation }) => done.has(operation.paymentId))
}

const finishes = (items: CreateItem[]) =>
  items.map(({ operation, sealedAnswer, at }) => ({ ...operation, sealedAnswer, at }))

const columns = (db: Queryable) => db`
  merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency, capture_method,
  authorized_cents, authorized_fee_cents, order_ref, branch, customer_ref, description, created_at, updated_at`

async function finishInOne(db: Db, items: CreateItem[]): Promise<Set<string>> {
  const rows = items.map(({ operation, snapshot, at }) => {
    const { processor, accountId, payment, orderRef, branch, customerRef } = operation.arguments
    const { currency, captureMethod, amountCents, feeCents, description } = payment
    const { processorPaymentId, status } = snapshot
    const known = { processor, accountId, currency, captureMethod, amountCents, feeCents }
    const refs = { orderRef, branch, customerRef, description }
    return { operationId: operation.operationId, processorPaymentId, status, at, ...known, ...refs }
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
    with finished as (${finishFragment(db, finishes(items), null)})
    insert into payments (${columns(db)})
    select f.merchant_id, f.payment_id, c.processor, c."accountId", c."processorPaymentId", c.status, c.currency,
      c."captureMethod", c."amountCents", c."feeCents", c."orderRef", c.branch, c."customerRef", c.description,
      f.created_at, c.at
    from finished f join ${given} as c on c."operationId" = f.operation_id
    returning payment_id`
  return new Set(inserted.map(({ paymentId }) => paymentId))
}

/** On a cluster each statement is of one kind and of one merchant, so that it runs on one shard. */
async function finishOneByOne(db: Db, items: CreateItem[]): Promise<Set<string>> {
  return await db.begin(async tx => {
    const held = await finishFragment(tx, finishes(items), items[0]?.operation.merchantId ?? null)
    const done = new Set(held.map(({ operationId }) => operationId))
    const mine = items.filter(({ operation }) => done.has(operation.operationId))
    const rows = mine.map(({ operation, snapshot, at }) => {
      const { processor, accountId, payment, orderRef, branch, customerRef } = operation.arguments
      return tx`(${operation.merchantId}, ${operation.paymentId}, ${processor}, ${accountId},
        ${snapshot.processorPaymentId}, ${snapshot.status}, ${payment.currency}, ${payment.captureMethod},
        ${payment.amountCents}, ${payment.feeCents}, ${orderRef}, ${branch}, ${customerRef}, ${payment.description},
        ${operation.createdAt}, ${at})`
    })
    if (rows.length > 0) await tx`insert into payments (${columns(tx)}) values ${listed(tx, rows)}`
    return new Set(mine.map(({ operation }) => operation.paymentId))
  })
}
