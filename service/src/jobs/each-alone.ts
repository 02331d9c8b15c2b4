/** What fails for one does not keep the rest from its turn, and is not forgotten. */
export async function eachAlone<Item>(
  items: Item[],
  work: (item: Item) => Promise<void>,
  atOnce = 1,
): Promise<void> {
  const faults: unknown[] = []
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item).catch(fault => faults.push(fault))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${items.length} failed`)
}
