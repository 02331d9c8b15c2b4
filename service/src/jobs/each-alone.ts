import type { Claims } from '../db/per-merchant.ts'

/** What fails for one does not keep the rest from its turn, and is not forgotten; nor is what could not be claimed. */
export async function eachAlone<Item>(
  { claimed, faults: unclaimed }: Claims<Item>,
  work: (item: Item) => Promise<void>,
  atOnce = 1,
): Promise<void> {
  const faults = [...unclaimed]
  const left = claimed.values()
  const lane = async () => {
    for (const item of left) await work(item).catch(fault => faults.push(fault))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const all = claimed.length + unclaimed.length
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${all} failed`)
}
