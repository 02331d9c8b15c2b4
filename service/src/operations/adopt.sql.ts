import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { type Claims, claimAcross, ofMerchant } from '../db/per-merchant.ts'
import { inSteps } from '../db/steps.ts'

const atOnce = 1000

/**
 * What an instance of the release before has left open, whose lease is a column of the operation, gets its row in
 * open_operations. To be deleted with that column.
 */
export async function adoptOperations(db: Db): Promise<Claims<object>> {
  const isLeft = db`lease_until <= now() and state = 'started'`
  return await claimAcross(
    db,
    atOnce,
    most => db`select merchant_id from operations where ${isLeft} limit ${most}`,
    (tx, _most, merchantId) => {
      const left = {
        name: 'left_open',
        statement: tx`
          update operations set recover_at = coalesce(recover_at, lease_until), lease_until = null, lease_id = null
          where ${isLeft} ${ofMerchant(tx, 'merchant_id', merchantId)}
          returning merchant_id, operation_id, kind, payment_id, created_at, recover_at, resumes`,
        returns: tx`merchant_id text, operation_id text, kind text, payment_id text, created_at timestamptz,
          recover_at timestamptz, resumes int`,
      }
      return inSteps(tx, [left], {
        reads: ['left_open'],
        statement: tx`
          insert into open_operations (merchant_id, operation_id, kind, payment_id, created_at, recover_at,
            resumes, lease_id, lease_until)
          select *, ${randomUUID()}, now() from left_open
          returning operation_id`,
      })
    },
  )
}
