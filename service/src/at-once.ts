/** Awaits all parts of an object together. */
export async function allOf<Parts extends object>(parts: Parts) {
  const awaited = Object.entries(parts).map(async ([name, part]) => [name, await part])
  return Object.fromEntries(await Promise.all(awaited)) as { [Name in keyof Parts]: Awaited<Parts[Name]> }
}

/** Processes all items, several at a time, even if some fail. Then throws the first failure. */
export async function allAtOnce<Item>(
  most: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const [fault] = await atOnce(most, items, work)
  if (fault) throw fault
}

/** Processes items, several at a time, even if some fail, until all are done or it is stopped. Returns the failures. */
export async function atOnce<Item>(
  most: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  stopped?: AbortSignal,
): Promise<unknown[]> {
  const faults: unknown[] = []
  const left = items[Symbol.iterator]()
  const lane = async () => {
    for (let next = left.next(); !next.done && !stopped?.aborted; next = left.next()) {
      await work(next.value).catch(fault => faults.push(fault))
    }
  }
  await Promise.all(Array.from({ length: most }, lane))
  return faults
}
