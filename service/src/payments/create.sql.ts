import type { Db } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import { merchantOf, ofMerchant } from '../db/per-merchant.ts'
import { inSteps } from '../db/steps.ts'
import { claimOperations } from '../operations/claim.sql.ts'
import type { NewOperation } from '../operations/operation.ts'
import { type Ending, endSteps } from '../operations/operations.sql.ts'
import type { Payment } from './payment.ts'
import { madeColumns, madeOf } from './payments.sql.ts'

/** Null if the key is taken, or if the payment exists: it may have been restored without its key (bring-back.ts). */
export const claimCreate = inBatches(claimUnmade, {
  touches: ({ merchantId, idempotencyKey }) => [`${merchantId} ${idempotencyKey}`],
})

async function claimUnmade(db: Db, wanted: NewOperation<'create'>[]) {
  const isUnmade = db`
    not exists (select from payments m where m.merchant_id = w."merchantId" and m.payment_id = w."paymentId"
      ${ofMerchant(db, 'm.merchant_id', merchantOf(db, wanted))})`
  return await claimOperations(db, wanted, isUnmade)
}

/** Writes the payment and finishes its operation in one commit. False if the lease was lost. */
export const finishCreate = inBatches(insertPaymentsAndFinish, {
  touches: ({ operationId }) => [operationId],
})

async function insertPaymentsAndFinish(db: Db, endings: (Ending & { made: Payment })[]): Promise<boolean[]> {
  const made = {
    name: 'made',
    reads: ['ended'],
    // an event may have restored it already (bring-back.ts)
    statement: db`
      insert into payments (merchant_id, ${madeColumns(db)}, updated_at)
      select ended.merchant_id, made.*, ended.at from ended, ${madeOf(db, db`ended.made`)}
      on conflict (merchant_id, payment_id) do nothing`,
  }
  const ended = await inSteps<{ operationId: string }>(db, [...endSteps(db, endings), made], {
    reads: ['ended'],
    statement: db`select operation_id from ended`,
  })
  const done = new Set(ended.map(({ operationId }) => operationId))
  return endings.map(({ operationId }) => done.has(operationId))
}
