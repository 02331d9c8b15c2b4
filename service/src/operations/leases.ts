import type { Db } from '../db/db.ts'
import { perStatement } from '../db/per-merchant.ts'
import type { Lease } from './operation.ts'
import { renewLeases } from './operations.sql.ts'

/** Keeps a lease for as long as the work takes. If this process dies, the lease runs out. */
export type Leases = ReturnType<typeof keepLeases>

const renewAfterMs = 600
const lookEveryMs = 150

/**
 * Renews each lease by its own age, so that short work needs no renewal and the renewals of long work are spread out. A
 * failed renewal is retried at the next check. If renewals keep failing, the lease runs out, which is safe: if the
 * processor is asked twice with one key, it acts once. On a cluster, a hanging shard does not delay the leases of other
 * merchants.
 */
export function keepLeases(db: Db, renew = renewLeases) {
  const renewedAt = new Map<Lease, number>()
  let isLooking = false
  const lookLater = () => {
    isLooking = renewedAt.size > 0
    if (isLooking) setTimeout(look, lookEveryMs)
  }
  const look = () => {
    const now = performance.now()
    const due = [...renewedAt].filter(([, since]) => now - since >= renewAfterMs).map(([lease]) => lease)
    for (const leases of perStatement(db, due)) void renewTogether(leases, now)
    lookLater()
  }
  const renewTogether = async (leases: Lease[], now: number) => {
    const setRenewed = (at: number) => {
      for (const lease of leases) if (renewedAt.has(lease)) renewedAt.set(lease, at)
    }
    // not due while a renewal is in progress
    setRenewed(Number.POSITIVE_INFINITY)
    await renew(db, leases).then(
      () => setRenewed(now),
      () => setRenewed(now - renewAfterMs),
    )
  }
  return {
    held: () => [...renewedAt.keys()],
    /** Renews the lease while the work runs. */
    async hold<Value>(lease: Lease, work: () => Promise<Value>): Promise<Value> {
      renewedAt.set(lease, performance.now())
      if (!isLooking) lookLater()
      try {
        return await work()
      } finally {
        renewedAt.delete(lease)
      }
    },
  }
}
