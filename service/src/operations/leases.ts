import type { Db } from '../db/db.ts'
import { perStatement } from '../db/per-merchant.ts'
import type { Lease } from './operation.ts'
import { renewLeases } from './operations.sql.ts'

/** Keeps a lease for as long as the work takes. If this process dies, the lease runs out. */
export type Leases = ReturnType<typeof keepLeases>

/** If renewals keep failing, the lease runs out: asking the processor twice with one key acts once. */
export const keepLeases = (db: Db) =>
  keepRenewed<Lease>(
    leases => perStatement(db, leases),
    leases => renewLeases(db, leases),
  )

const renewAfterMs = 600
const lookEveryMs = 150

/**
 * Renews each item by its own age, so that short work is never renewed and long work is spread out. Each item is
 * renewed between the two times after its last renewal. A failed renewal is repeated at the next look. Those that are
 * due are renewed in groups, so that none waits for another that hangs.
 */
export function keepRenewed<Item>(
  groupsOf: (due: Item[]) => Item[][],
  renew: (group: Item[]) => Promise<void>,
) {
  const renewedAt = new Map<Item, number>()
  let isLooking = false
  const lookLater = () => {
    isLooking = renewedAt.size > 0
    if (isLooking) setTimeout(look, lookEveryMs)
  }
  const look = () => {
    const now = performance.now()
    const due = [...renewedAt].filter(([, since]) => now - since >= renewAfterMs).map(([item]) => item)
    for (const items of groupsOf(due)) void renewTogether(items, now)
    lookLater()
  }
  const renewTogether = async (items: Item[], now: number) => {
    const setRenewed = (at: number) => {
      for (const item of items) if (renewedAt.has(item)) renewedAt.set(item, at)
    }
    // not due while it is under way
    setRenewed(Number.POSITIVE_INFINITY)
    await renew(items).then(
      () => setRenewed(now),
      () => setRenewed(now - renewAfterMs),
    )
  }
  return {
    held: () => [...renewedAt.keys()],
    /** Keeps the item renewed while the work goes on, and no longer. */
    async hold<Value>(item: Item, work: () => Promise<Value>): Promise<Value> {
      renewedAt.set(item, performance.now())
      if (!isLooking) lookLater()
      try {
        return await work()
      } finally {
        renewedAt.delete(item)
      }
    },
  }
}
