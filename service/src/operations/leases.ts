import type { Db } from '../db/db.ts'
import { perStatement } from '../db/per-merchant.ts'
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

interface Renewals<Item> {
  /** Keeps the item renewed while the work goes on, and no longer. */
  hold<Value>(item: Item, work: () => Promise<Value>): Promise<Value>
  held(): Item[]
}

interface RenewalDeps<Item> {
  /** Items with the same group are renewed together, so that none waits for another that hangs. */
  together(due: Item[]): Item[][]
  renew(items: Item[]): Promise<void>
}

const renewAfterMs = 600
const lookEveryMs = 150

/**
 * Renews each item by its own age, so that short work is never renewed and long work is spread out. Each item is
 * renewed between the two times after its last renewal. A failed renewal is repeated at the next look.
 */
export function keepRenewed<Item>({ together, renew }: RenewalDeps<Item>): Renewals<Item> {
  const renewedAt = new Map<Item, number>()
  const underway = new Set<Item>()
  let isLooking = false
  const lookLater = () => {
    isLooking = renewedAt.size > 0
    if (isLooking) setTimeout(look, lookEveryMs)
  }
  const look = () => {
    const now = performance.now()
    const isDue = (item: Item, since: number) => now - since >= renewAfterMs && !underway.has(item)
    const due = [...renewedAt].filter(([item, since]) => isDue(item, since)).map(([item]) => item)
    for (const items of together(due)) void renewTogether(items, now)
    lookLater()
  }
  const renewTogether = async (items: Item[], now: number) => {
    for (const item of items) underway.add(item)
    const isRenewed = await renew(items).then(
      () => true,
      () => false,
    )
    for (const item of items) {
      underway.delete(item)
      if (isRenewed && renewedAt.has(item)) renewedAt.set(item, now)
    }
  }
  return {
    held: () => [...renewedAt.keys()],
    async hold(item, work) {
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
