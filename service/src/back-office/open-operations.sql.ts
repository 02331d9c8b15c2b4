import type { Static } from '@fastify/type-provider-typebox'
import { type Db, when } from '../db/db.ts'
import { recoveryDueAt } from '../operations/operation.ts'
import type { OpenOperationSchema } from './schemas.ts'

type OpenOperation = Static<typeof OpenOperationSchema>

interface OpenRow extends Omit<OpenOperation, 'askedAgainAt'> {
  leaseUntil: Date
  recoverAt: Date | null
}

export async function openOperationsNow(db: Db): Promise<{ open: number; oldestSeconds: number }> {
  const [row] = await db<{ open: number; oldestSeconds: number }[]>`
    select count(*)::int as open, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
    from open_operations`
  return row ?? { open: 0, oldestSeconds: 0 }
}

export async function listOpenOperations(
  db: Db,
  filter: { merchantId: string | null; after: string | null; limit: number },
): Promise<OpenOperation[]> {
  const rows = await db<OpenRow[]>`
    select o.operation_id, o.merchant_id, o.payment_id as svc_payment_id, o.kind, o.idempotency_key, o.attempt,
      o.intent as asked, o.created_at, p.lease_until, p.recover_at
    from open_operations p join operations o on o.merchant_id = p.merchant_id and o.operation_id = p.operation_id
    where true
      ${when(db, filter.merchantId, merchantId => db`and p.merchant_id = ${merchantId}`)}
      ${when(db, filter.after, after => db`and p.operation_id > ${after}`)}
    order by p.operation_id
    limit ${filter.limit}`
  return rows.map(({ leaseUntil, recoverAt, ...operation }) => ({
    ...operation,
    askedAgainAt: recoveryDueAt({ ...operation, leaseUntil, recoverAt }),
  }))
}
