import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { type Claims, claimAcross, ofMerchant } from '../db/per-merchant.ts'
import type { MerchantId } from '../ids.ts'
import { type LeasedOperation, type MoneyKind, moneyKinds } from './operation.ts'
import { leasedColumns, leaseEnd } from './operations.sql.ts'

export interface ClaimLimits {
  limit: number
  perMerchant: number
  /** Merchants who have enough under way. */
  except: MerchantId[]
}

/** Far more than are taken at a time, and a bound on what is looked at. */
const lookedAt = 1000

/** Operations that move money, have no lease and are due for recovery, a few of each merchant. */
export async function claimStalled(
  db: Db,
  { limit, perMerchant, except }: ClaimLimits,
): Promise<Claims<LeasedOperation<MoneyKind>>> {
  const fair = (merchantId: string | null) => db`
    select *, row_number() over (partition by merchant_id order by lease_until) as place
    from (${stalledFragment(db, except, merchantId)}) due`
  return await claimAcross(
    db,
    limit,
    most => db`
      select merchant_id from (${fair(null)}) f where place <= ${perMerchant} order by lease_until limit ${most}`,
    (tx, most, merchantId) => tx<LeasedOperation<MoneyKind>[]>`
    with fair as materialized (
      ${fair(merchantId)}
    ), stalled as materialized (
      select o.merchant_id, o.operation_id from operations o
        join fair f on f.merchant_id = o.merchant_id and f.operation_id = o.operation_id
      where f.place <= ${perMerchant} and o.state = 'started' and o.lease_until = f.lease_until
        ${ofMerchant(db, 'o.merchant_id', merchantId)}
      order by f.lease_until
      limit ${most}
      for update of o skip locked
    )
    update operations set lease_id = ${randomUUID()}, lease_until = ${leaseEnd(db)}, resumes = resumes + 1,
      recover_at = coalesce(recover_at, lease_until)
    where (merchant_id, operation_id) in (select merchant_id, operation_id from stalled)
      ${ofMerchant(db, 'merchant_id', merchantId)}
    returning ${leasedColumns(db, 'job')}`,
  )
}

function stalledFragment(db: Db, except: MerchantId[], merchantId: string | null) {
  return db`
      select merchant_id, operation_id, lease_until from operations
      where state = 'started' and kind = any(${[...moneyKinds]})
        and lease_until <= now() and (recover_at is null or recover_at <= now())
        and merchant_id <> all(${except}) ${ofMerchant(db, 'merchant_id', merchantId)}
      order by lease_until
      limit ${lookedAt}`
}
