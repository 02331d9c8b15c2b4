import type { Db } from './db.ts'
import { sharesStatements } from './per-merchant.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

export interface BatchOptions<Item> {
  /** What an item touches. Items that touch the same are never in the database at the same time. */
  touches(item: Item): string[]
  /** Whose the item is. On a cluster items share a statement when they share the merchant. */
  merchant?(item: Item): string
  /** Items share a statement when they share a placement. */
  placement?(item: Item): string
}

type Statement<Item, Result> = (db: Db, items: Item[]) => Promise<Result[]>

const mostItems = 256
const mostInFlight = 2

interface Waiting<Item, Result> {
  item: Item
  touched: string[]
  placement: string
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Group commit: calls that come while earlier ones are in the database share a statement, and so its commit. An
 * item that comes when the database is idle leaves at once; there is no timer. Each gets its own result, after the
 * commit, and its own error.
 */
export function inBatches<Item, Result>(
  statement: Statement<Item, Result>,
  { touches, merchant, placement }: BatchOptions<Item>,
): (db: Db, item: Item) => Promise<Result> {
  const batchers = new WeakMap<Db, (item: Item) => Promise<Result>>()
  return (db, item) => {
    let add = batchers.get(db)
    if (!add) {
      const place = (one: Item) => {
        const owner = merchant && !sharesStatements(db) ? merchant(one) : ''
        return `${owner} ${placement?.(one) ?? ''}`
      }
      add = createBatcher(items => statement(db, items), { touches, placement: place })
      batchers.set(db, add)
    }
    return add(item)
  }
}

export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { touches, placement = () => '' }: Omit<BatchOptions<Item>, 'merchant'>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  const touched = new Set<string>()
  let inFlight = 0
  let isDue = false

  /** Once all that has arrived in this turn of the event loop is here: together it costs one statement. */
  function startSoon(): void {
    if (isDue || inFlight >= mostInFlight) return
    isDue = true
    setImmediate(() => {
      isDue = false
      start()
    })
  }

  function start(): void {
    while (inFlight < mostInFlight) {
      const batch = take()
      if (batch.length === 0) return
      inFlight++
      void send(batch).finally(() => {
        inFlight--
        for (const each of batch) for (const key of each.touched) touched.delete(key)
        startSoon()
      })
    }
  }

  /** The oldest that may go now, and others of its placement. */
  function take(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = []
    const left: Waiting<Item, Result>[] = []
    for (const each of waiting) {
      const fits = batch.length < mostItems && (batch[0]?.placement ?? each.placement) === each.placement
      if (!fits || each.touched.some(key => touched.has(key))) {
        left.push(each)
        continue
      }
      for (const key of each.touched) touched.add(key)
      batch.push(each)
    }
    waiting = left
    return batch
  }

  async function send(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [i, each] of batch.entries()) each.resolve(results[i] as Result)
    } catch (error) {
      // one item cannot be the fault of another; and whether an unreachable database committed, nobody knows
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error)
      else for (const each of batch) await send([each])
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, touched: touches(item), placement: placement(item), resolve, reject })
      startSoon()
    })
}
