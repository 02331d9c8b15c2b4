import type { Db } from './db.ts'
import type { Slots } from './slots.ts'
import { isOutcomeUnknown, isTimeout } from './unavailable.ts'

interface BatchOptions<Item> {
  /** What an item touches. Items that touch the same are never in the database at the same time. */
  touches(item: Item): string[]
  /** Whose the item is. On a cluster items share a statement when they share the merchant. */
  merchant?(item: Item): string
  /** Statements at a time; on a cluster a merchant has two, of whatever kind. */
  atOnce?: number
}

export interface QueueOptions<Item> {
  /** Of all queues that share the slots. */
  name: string
  touches(item: Item): string[]
  /** Items share a statement when they share a placement; an empty one is the queue's own. */
  placement(item: Item): string
  slots: Slots
  atOnce?: number
  mayHaveCommitted?(error: unknown): boolean
}

type Statement<Item, Result> = (db: Db, items: Item[]) => Promise<Result[]>
type Add<Item, Result> = (item: Item) => Promise<Result>

const mostItems = 256
const mostAtOnce = 2
/** Those whose statement has failed, each in one of its own. */
const mostAlone = 4

interface Waiting<Item, Result> {
  item: Item
  touched: string[]
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Items that may share a statement, and wait for the same slots. */
interface Line<Item, Result> {
  owner: string
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
  const kind = Symbol(statement.name)
  return (db, item) => {
    const known = db.queues.get(kind) as Add<Item, Result> | undefined
    const add = known ?? queueOn(db, statement.name, items => statement(db, items), options)
    if (!known) db.queues.set(kind, add)
    return add(item)
  }
}

export function queueOn<Item, Result>(
  db: Db,
  name: string,
  run: (items: Item[]) => Promise<Result[]>,
  { merchant, ...options }: BatchOptions<Item>,
): Add<Item, Result> {
  return createQueue(run, {
    ...options,
    name,
    placement: item => (merchant && !db.engine.isOne ? merchant(item) : ''),
    slots: db.slots,
    // on a cluster, a node may still commit what the coordinator has given up
    mayHaveCommitted: error => isOutcomeUnknown(error) || (isTimeout(error) && !db.engine.isOne),
  })
}

export function createQueue<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  options: QueueOptions<Item>,
): Add<Item, Result> {
  const {
    name,
    touches,
    placement,
    slots,
    atOnce = mostAtOnce,
    mayHaveCommitted = isOutcomeUnknown,
  } = options
  type Batch = Waiting<Item, Result>[]
  let lines = new Map<string, Line<Item, Result>>()
  const touched = new Set<string>()
  let isDue = false
  let failures = 0
  slots.join(startSoon)

  /** Once all that has arrived in this turn of the event loop is here: together it costs one statement. */
  function startSoon(): void {
    if (isDue || lines.size === 0) return
    isDue = true
    setImmediate(() => {
      isDue = false
      for (const line of [...lines.values()]) {
        start(line)
        if (line.waiting.length === 0) lines.delete(line.owner)
      }
    })
  }

  function start(line: Line<Item, Result>): void {
    const { owner } = line
    while (slots.isFree(owner, line.atOnce)) {
      const batch = take(line)
      if (batch.length === 0) return
      slots.take(owner, startSoon)
      // what has had a turn is served after the others
      lines.delete(owner)
      lines.set(owner, line)
      void send(batch, line).finally(() => end(owner, batch))
    }
  }

  function end(owner: string, batch: Batch): void {
    for (const each of batch) for (const key of each.touched) touched.delete(key)
    slots.release(owner)
  }

  /** The oldest that may go now. */
  function take(line: Line<Item, Result>): Batch {
    const batch: Batch = []
    const left: Batch = []
    for (const each of line.waiting) {
      const mayGo = batch.length < line.mostItems && !each.touched.some(key => touched.has(key))
      if (mayGo) for (const key of each.touched) touched.add(key)
      ;(mayGo ? batch : left).push(each)
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

  function sendAlone(waiting: Batch): void {
    const owner = `${name} alone ${++failures}`
    lines = new Map([[owner, { owner, atOnce: mostAlone, mostItems: 1, waiting }], ...lines])
  }

  return item =>
    new Promise((resolve, reject) => {
      const place = placement(item)
      const owner = place || name
      const line = lines.get(owner) ?? {
        owner,
        atOnce: place ? mostAtOnce : atOnce,
        mostItems,
        waiting: [],
      }
      line.waiting.push({ item, touched: touches(item), resolve, reject })
      lines.set(owner, line)
      if (slots.isFree(owner, line.atOnce)) startSoon()
    })
}
