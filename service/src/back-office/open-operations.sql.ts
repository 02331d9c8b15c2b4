import type { Static } from '@fastify/type-provider-typebox'
import { type Db, when } from '../db/db.ts'
import type { Slice } from '../http/paging.ts'
import { moneyKinds } from '../operations/operation.ts'
import type { OpenOperationSchema } from './schemas.ts'

type OpenOperation = Static<typeof OpenOperationSchema>

export async function openOperationsNow(db: Db): Promise<{ open: number; oldestSeconds: number }> {
  const [row] = await db<{ open: number; oldestSeconds: number }[]>`
    select count(*)::int as open, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
    from open_operations`
  return row ?? { open: 0, oldestSeconds: 0 }
}

export async function listOpenOperations(
  db: Db,
  filter: Slice & { merchantId: string | null },
): Promise<OpenOperation[]> {
  // the recovery job leaves the other kinds to a retry
  return await db<OpenOperation[]>`
    select o.operation_id, o.merchant_id, o.payment_id as svc_payment_id, o.kind, o.idempotency_key, o.attempt,
      o.intent as asked, o.created_at,
      case when o.kind = any(${[...moneyKinds]}) then greatest(p.lease_until, p.recover_at) end as asked_again_at
    from open_operations p join operations o on o.merchant_id = p.merchant_id and o.operation_id = p.operation_id
    where true
      ${when(db, filter.merchantId, merchantId => db`and p.merchant_id = ${merchantId}`)}
      ${when(db, filter.after, after => db`and p.operation_id > ${after}`)}
    order by p.operation_id
    limit ${filter.limit}`
}
