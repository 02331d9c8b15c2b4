import type { Db } from '../db/db.ts'
import { perStatement } from '../db/per-merchant.ts'
import { keepRenewed, type Renewals } from './lease-renewals.ts'
import type { Lease } from './operation.ts'
import { renewLeases } from './operations.sql.ts'

/** Keeps a lease for as long as the work takes. If this process dies, the lease runs out. */
export type Leases = Renewals<Lease>

/** If renewals keep failing, the lease runs out: asking the processor twice with one key acts once. */
export function keepLeases(db: Db): Leases {
  return keepRenewed({
    together: leases => perStatement(db, leases),
    renew: leases => renewLeases(db, leases),
  })
}
