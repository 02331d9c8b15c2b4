import type { Db } from '../db/db.ts'
import { perStatement } from '../db/per-merchant.ts'
import { type Lease, renewLeases } from './operations.sql.ts'

export interface Leases {
  /** Keeps the lease while the work goes on, however long that takes; when this process dies, it ends by itself. */
  hold<Value>(lease: Lease, work: () => Promise<Value>): Promise<Value>
}

const renewEveryMs = 750

/** One statement renews all that this instance holds, or all of a merchant. Most calls end before the first renewal. */
export function keepLeases(db: Db): Leases {
  const held = new Set<Lease>()
  const underway = new Set<Lease>()
  let isRenewing = false
  const renewLater = () => {
    isRenewing = held.size > 0
    if (isRenewing) setTimeout(renewAll, renewEveryMs)
  }
  /** None waits for another that hangs. */
  const renewAll = () => {
    const due = [...held].filter(lease => !underway.has(lease))
    for (const leases of perStatement(db, due)) void renew(leases)
    renewLater()
  }
  const renew = async (leases: Lease[]) => {
    for (const lease of leases) underway.add(lease)
    // a renewal that fails leaves the lease to end: asking the processor twice with one key acts once
    await renewLeases(db, leases).catch(() => {})
    for (const lease of leases) underway.delete(lease)
  }
  return {
    async hold(lease, work) {
      held.add(lease)
      if (!isRenewing) renewLater()
      try {
        return await work()
      } finally {
        held.delete(lease)
      }
    },
  }
}
