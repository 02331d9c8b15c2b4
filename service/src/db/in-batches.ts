import type { Db } from './db.ts'
import { sharesStatements } from './per-merchant.ts'
import { createSlots, type Slots, slotsOf } from './slots.ts'
import { isOutcomeUnknown, isTimeout } from './unavailable.ts'

interface BatchOptions<Item> {
  /** What an item touches. Items that touch the same are never in the database at the same time. */
  touches(item: Item): string[]
  /** Whose the item is. On a cluster items share a statement when they share the merchant. */
  merchant?(item: Item): string
  /** Items share a statement when they share a placement. */
  placement?(item: Item): string
  /** Statements at a time; on a cluster a merchant has two, of whatever kind. */
  atOnce?: number
}

export interface BatcherOptions<Item> extends Omit<BatchOptions<Item>, 'merchant'> {
  /** Null when the statement may be about any number of merchants. */
  merchant?(item: Item): string | null
  slots?: Slots
  mayHaveCommitted?(error: unknown): boolean
}

type Statement<Item, Result> = (db: Db, items: Item[]) => Promise<Result[]>

const mostItems = 256
const mostAtOnce = 2
/** Those whose statement has failed, each in one of its own. */
const mostAlone = 4

interface Waiting<Item, Result> {
  item: Item
  touched: string[]
  placement: string
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Items that wait for the same slots. */
interface Line<Item, Result> {
  atOnce: number
  mostItems: number
  waiting: Waiting<Item, Result>[]
}

/**
 * Group commit: calls that come while earlier ones are in the database share a statement, and so its commit. An
 * item that comes when the database is idle leaves at once; there is no timer. Each gets its own result, after the
 * commit, and its own error.
 */
export function inBatches<Item, Result>(
  statement: Statement<Item, Result>,
  options: BatchOptions<Item>,
): (db: Db, item: Item) => Promise<Result> {
  const batchers = new WeakMap<Db, (item: Item) => Promise<Result>>()
  return (db, item) => {
    const add = batchers.get(db) ?? batcherOn(db, items => statement(db, items), options)
    batchers.set(db, add)
    return add(item)
  }
}

export function batcherOn<Item, Result>(
  db: Db,
  run: (items: Item[]) => Promise<Result[]>,
  { merchant, ...options }: BatchOptions<Item>,
): (item: Item) => Promise<Result> {
  return createBatcher(run, {
    ...options,
    merchant: item => (merchant && !sharesStatements(db) ? merchant(item) : null),
    slots: slotsOf(db),
    // on a cluster, a node may still commit what the coordinator has given up
    mayHaveCommitted: error => isOutcomeUnknown(error) || (isTimeout(error) && !sharesStatements(db)),
  })
}

export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  options: BatcherOptions<Item>,
): (item: Item) => Promise<Result> {
  const { touches, placement = () => '', merchant = () => null, atOnce = mostAtOnce } = options
  const { slots = createSlots(mostAtOnce + mostAlone), mayHaveCommitted = isOutcomeUnknown } = options
  type Batch = Waiting<Item, Result>[]
  let lines = new Map<unknown, Line<Item, Result>>()
  const touched = new Set<string>()
  let isDue = false
  slots.join(startSoon)

  /** Once all that has arrived in this turn of the event loop is here: together it costs one statement. */
  function startSoon(): void {
    if (isDue || lines.size === 0) return
    isDue = true
    setImmediate(() => {
      isDue = false
      for (const [owner, line] of [...lines]) {
        start(owner, line)
        if (line.waiting.length === 0) lines.delete(owner)
      }
    })
  }

  function start(owner: unknown, line: Line<Item, Result>): void {
    while (slots.isFree(owner, line.atOnce)) {
      const batch = take(line)
      if (batch.length === 0) return
      slots.take(owner, startSoon)
      // whoever has had a turn is served after the others
      lines.delete(owner)
      lines.set(owner, line)
      void send(batch, line).finally(() => end(owner, batch))
    }
  }

  function end(owner: unknown, batch: Batch): void {
    for (const each of batch) for (const key of each.touched) touched.delete(key)
    slots.release(owner)
  }

  /** The oldest that may go now, and others of its placement. */
  function take(line: Line<Item, Result>): Batch {
    const batch: Batch = []
    const left: Batch = []
    for (const each of line.waiting) {
      const fits = batch.length < line.mostItems && (batch[0]?.placement ?? each.placement) === each.placement
      if (!fits || each.touched.some(key => touched.has(key))) {
        left.push(each)
        continue
      }
      for (const key of each.touched) touched.add(key)
      batch.push(each)
    }
    line.waiting = left
    return batch
  }

  async function send(batch: Batch, line: Line<Item, Result>): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [i, each] of batch.entries()) each.resolve(results[i] as Result)
    } catch (error) {
      // one item cannot be the fault of another
      if (batch.length > 1 && !mayHaveCommitted(error)) return sendAlone(batch)
      for (const { reject } of batch) reject(error)
      // by now every sound item has come through, unless all of them hang: then nobody waits for a second timeout
      if (line.mostItems === 1 && isTimeout(error))
        for (const { reject } of line.waiting.splice(0)) reject(error)
    }
  }

  function sendAlone(batch: Batch): void {
    lines = new Map([[batch, { atOnce: mostAlone, mostItems: 1, waiting: batch }], ...lines])
  }

  return item =>
    new Promise((resolve, reject) => {
      const owner = merchant(item) ?? startSoon
      const line = lines.get(owner) ?? {
        atOnce: owner === startSoon ? atOnce : mostAtOnce,
        mostItems,
        waiting: [],
      }
      line.waiting.push({ item, touched: touches(item), placement: placement(item), resolve, reject })
      lines.set(owner, line)
      if (slots.isFree(owner, line.atOnce)) startSoon()
    })
}
