import type { Db } from '../db/db.ts'
import { perStatement } from '../db/per-merchant.ts'
import { keepRenewed, type Renewals } from './lease-renewals.ts'
import type { Lease } from './operation.ts'
import { renewLeases } from './operations.sql.ts'

/** Keeps a lease while the work goes on, however long that takes; when this process dies, it ends by itself. */
export type Leases = Renewals<Lease>

/** A renewal that fails for good leaves the lease to end: asking the processor twice with one key acts once. */
export function keepLeases(db: Db): Leases {
  return keepRenewed({
    together: leases => perStatement(db, leases),
    renew: leases => renewLeases(db, leases),
  })
}
