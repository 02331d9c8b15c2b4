import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { type Claims, claimAcross, ofMerchant } from '../db/per-merchant.ts'
import type { MerchantId } from '../ids.ts'
import { type LeasedOperation, type MoneyKind, moneyKinds } from './operation.ts'
import { leasedColumns, leaseEnd } from './operations.sql.ts'

/** How long an operation that nobody works on is left alone: twice as long each time, within bounds. */
export interface Patience {
  leastMs: number
  mostMs: number
}

export interface ClaimLimits {
  limit: number
  perMerchant: number
  /** Merchants who have enough under way. */
  except: MerchantId[]
}

/** Far more than are taken at a time, and a bound on what is looked at. */
const lookedAt = 1000

/** Operations that move money and that nobody has worked on for long enough, a few of each merchant. */
export async function claimStalled(
  db: Db,
  patience: Patience,
  { limit, perMerchant, except }: ClaimLimits,
): Promise<Claims<LeasedOperation<MoneyKind>>> {
  const fair = (merchantId: string | null) => db`
    select *, row_number() over (partition by merchant_id order by lease_until) as place
    from (${stalledFragment(db, patience, except, merchantId)}) due`
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
    update operations set lease_id = ${randomUUID()}, lease_until = ${leaseEnd(db)}, resumes = resumes + 1
    where (merchant_id, operation_id) in (select merchant_id, operation_id from stalled)
      ${ofMerchant(db, 'merchant_id', merchantId)}
    returning ${leasedColumns(db, true)}`,
  )
}

function stalledFragment(
  db: Db,
  { leastMs, mostMs }: Patience,
  except: MerchantId[],
  merchantId: string | null,
) {
  const least = `${leastMs} milliseconds`
  const most = `${mostMs} milliseconds`
  return db`
      select merchant_id, operation_id, lease_until from operations
      where state = 'started' and kind = any(${[...moneyKinds]})
        and lease_until <= now() - ${least}::interval
        and lease_until <= now() - least(${least}::interval * 2 ^ least(resumes, 20), ${most}::interval)
        and merchant_id <> all(${except}) ${ofMerchant(db, 'merchant_id', merchantId)}
      order by lease_until
      limit ${lookedAt}`
}
