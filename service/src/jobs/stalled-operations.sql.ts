import type { Db } from '../db/db.ts'
import { type Claims, claimAcross, ofMerchant } from '../db/per-merchant.ts'
import type { MerchantId } from '../ids.ts'
import { type MoneyOperation, moneyKinds } from '../operations/operation.ts'
import { resumeOperations } from '../operations/operations.sql.ts'

interface ClaimLimits {
  limit: number
  perMerchant: number
  /** Merchants that already have enough operations in progress. */
  except: MerchantId[]
}

/** The maximum number of rows to look through: far more than are claimed at a time. */
const lookedAt = 1000

/** Claims operations that move money, have no lease and are due for recovery, a few per merchant. */
export async function claimStalled(db: Db, limits: ClaimLimits): Promise<Claims<MoneyOperation>> {
  const { limit, perMerchant, except } = limits
  const fair = (merchantId: string | null) => db`
    select *, row_number() over (partition by merchant_id order by lease_until) as place
    from (
      select merchant_id, operation_id, lease_until from open_operations
      where kind = any(${[...moneyKinds]}) and lease_until <= now() and (recover_at is null or recover_at <= now())
        and merchant_id <> all(${except}) ${ofMerchant(db, 'merchant_id', merchantId)}
      order by lease_until
      limit ${lookedAt}) due`
  return await claimAcross(
    db,
    limit,
    most => db`
      select merchant_id from (${fair(null)}) f where place <= ${perMerchant} order by lease_until limit ${most}`,
    (tx, most, merchantId) =>
      resumeOperations<MoneyOperation>(tx, 'job', merchantId, {
        take: tx`recover_at = coalesce(p.recover_at, p.lease_until), resumes = p.resumes + 1`,
        where: tx`p.ctid = any(array(
          select due.ctid from open_operations due
            join (${fair(merchantId)}) f on f.merchant_id = due.merchant_id and f.operation_id = due.operation_id
          where f.place <= ${perMerchant} and due.lease_until = f.lease_until
            ${ofMerchant(tx, 'due.merchant_id', merchantId)}
          order by f.lease_until
          limit ${most}
          for update of due skip locked))`,
      }),
  )
}
