import type { Db } from '../db/db.ts'
import { type Lease, renewLeases } from './operations.sql.ts'

export interface Leases {
  /** Keeps the lease while the work goes on, however long that takes; when this process dies, it ends by itself. */
  hold<Value>(lease: Lease, work: () => Promise<Value>): Promise<Value>
}

const renewEveryMs = 750

/** One statement renews all that this instance holds. Most calls end before the first renewal. */
export function keepLeases(db: Db): Leases {
  const held = new Set<Lease>()
  let isRenewing = false
  const renewLater = () => {
    isRenewing = held.size > 0
    if (isRenewing) setTimeout(renew, renewEveryMs)
  }
  const renew = async () => {
    // a renewal that fails leaves the lease to end: asking the processor twice with one key acts once
    if (held.size > 0) await renewLeases(db, [...held]).catch(() => {})
    renewLater()
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
