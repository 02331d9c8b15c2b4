import { type Db, when } from '../db/db.ts'
import { recoveryDueAt } from '../operations/operation.ts'

/** An operation whose outcome is not known yet. */
export interface OpenOperation {
  operationId: string
  merchantId: string
  svcPaymentId: string | null
  kind: string
  idempotencyKey: string | null
  attempt: number
  /** What the processor is asked. */
  asked: Record<string, unknown>
  createdAt: Date
  /** Null when only a retry by its caller asks again. */
  askedAgainAt: Date | null
}

interface OpenRow extends Omit<OpenOperation, 'askedAgainAt'> {
  leaseUntil: Date
  recoverAt: Date | null
}

export async function listOpenOperations(
  db: Db,
  filter: { merchantId: string | null; after: string | null; limit: number },
): Promise<OpenOperation[]> {
  const rows = await db<OpenRow[]>`
    select operation_id, merchant_id, payment_id as svc_payment_id, kind, idempotency_key, attempt, intent as asked,
      created_at, lease_until, recover_at
    from operations
    where state = 'started'
      ${when(db, filter.merchantId, merchantId => db`and merchant_id = ${merchantId}`)}
      ${when(db, filter.after, after => db`and operation_id > ${after}`)}
    order by operation_id
    limit ${filter.limit}`
  return rows.map(({ leaseUntil, recoverAt, ...operation }) => ({
    ...operation,
    askedAgainAt: recoveryDueAt({ ...operation, leaseUntil, recoverAt }),
  }))
}
