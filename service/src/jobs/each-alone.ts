/** One after the other. What fails for one does not keep the rest from its turn, and is not forgotten. */
export async function eachAlone<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const faults: unknown[] = []
  for (const item of items) await work(item).catch(fault => faults.push(fault))
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${items.length} failed`)
}
