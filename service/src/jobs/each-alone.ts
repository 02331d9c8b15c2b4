import { atOnce } from '../at-once.ts'
import type { Claims } from '../db/per-merchant.ts'

/**
 * Works on every item even if some fail, until it is stopped. Then throws all failures together, including failures to
 * claim.
 */
export async function eachAlone<Item>(
  { claimed, faults: unclaimed }: Claims<Item>,
  work: (item: Item) => Promise<void>,
  { most = 1, stopped }: { most?: number; stopped?: AbortSignal | undefined } = {},
): Promise<void> {
  const faults = [...unclaimed, ...(await atOnce(most, claimed, work, stopped))]
  const all = claimed.length + unclaimed.length
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${all} failed`)
}
