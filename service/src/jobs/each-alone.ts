import type { Claims } from '../db/per-merchant.ts'

/** Works on every item even if some fail, then throws all failures together, those of the claims included. */
export async function eachAlone<Item>(
  { claimed, faults: unclaimed }: Claims<Item>,
  work: (item: Item) => Promise<void>,
  atOnce = 1,
): Promise<void> {
  const faults = [...unclaimed]
  const left = claimed.values()
  const workThrough = async () => {
    for (const item of left) await work(item).catch(fault => faults.push(fault))
  }
  await Promise.all(Array.from({ length: atOnce }, workThrough))
  const all = claimed.length + unclaimed.length
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${all} failed`)
}
