import type { Db } from '../db/db.ts'
import { perStatement } from '../db/per-merchant.ts'
import type { Lease } from './operation.ts'
import { renewLeases } from './operations.sql.ts'

/** Keeps a lease for as long as the work takes. If this process dies, the lease runs out. */
export type Leases = ReturnType<typeof keepLeases>

const renewAfterMs = 600
const lookEveryMs = 150

/**
 * Renews each lease by its own age, so that short work is never renewed and long work is spread out. Each is renewed
 * between the two times after its last renewal. A failed renewal is repeated at the next look; if renewals keep failing,
 * the lease runs out: asking the processor twice with one key acts once. On a cluster, the leases of a merchant do not
 * wait for those of another whose shard hangs.
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
    // not due while it is under way
    setRenewed(Number.POSITIVE_INFINITY)
    await renew(db, leases).then(
      () => setRenewed(now),
      () => setRenewed(now - renewAfterMs),
    )
  }
  return {
    held: () => [...renewedAt.keys()],
    /** Keeps the lease renewed while the work goes on, and no longer. */
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
