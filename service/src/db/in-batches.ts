import type { Db } from './db.ts'
import { isOutcomeUnknown, isTimeout } from './unavailable.ts'

interface BatchOptions<Item> {
  /** The keys that an item touches. Items with a common key are never in the database at the same time. */
  touches?(item: Item): string[]
  /** The number of statements at a time; on a cluster, each merchant has two for all kinds together. */
  atOnce?: number
}

type Statement<Item, Result> = (db: Db, items: Item[]) => Promise<Result[]>
type Add<Item, Result> = (item: Item) => Promise<Result>

const maxItems = 256
const maxAtOnce = 2
/** The number of items of a failed statement to retry at a time, each in its own statement. */
const maxAlone = 4

interface Waiting<Item, Result> {
  item: Item
  touched: string[]
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Items that may share a statement and that wait for the same slots. */
interface Queue<Item, Result> {
  owner: string
  atOnce: number
  maxItems: number
  waiting: Waiting<Item, Result>[]
}

/**
 * Group commit: calls that arrive while earlier ones are in the database share a statement, and so its commit. If the
 * database is idle, an item is sent at once; there is no timer. Each item gets its own result, after the commit, or its
 * own error.
 */
export function inBatches<Item, Result>(
  statement: Statement<Item, Result>,
  options: BatchOptions<Item> = {},
) {
  const queues = new WeakMap<Db, Add<Item, Result>>()
  return (db: Db, item: Item): Promise<Result> => {
    const add = queues.get(db) ?? createQueue(db, statement, options)
    queues.set(db, add)
    return add(item)
  }
}

function createQueue<Item, Result>(
  db: Db,
  statement: Statement<Item, Result>,
  { touches = () => [], atOnce = maxAtOnce }: BatchOptions<Item>,
): Add<Item, Result> {
  const { name } = statement
  const { slots, engine } = db
  type Batch = Waiting<Item, Result>[]
  let queues = new Map<string, Queue<Item, Result>>()
  const touched = new Set<string>()
  let isDue = false
  let failures = 0
  slots.join(startSoon)

  /** Starts after this turn of the event loop, so that all items that arrive during the turn share a statement. */
  function startSoon(): void {
    if (isDue || queues.size === 0) return
    isDue = true
    setImmediate(() => {
      isDue = false
      for (const queue of [...queues.values()]) {
        start(queue)
        if (queue.waiting.length === 0) queues.delete(queue.owner)
      }
    })
  }

  function start(queue: Queue<Item, Result>): void {
    const { owner } = queue
    while (slots.isFree(owner, queue.atOnce)) {
      const batch = take(queue)
      if (batch.length === 0) return
      slots.take(owner, startSoon)
      // an owner that was served moves to the end
      queues.delete(owner)
      queues.set(owner, queue)
      void send(batch, queue).finally(() => end(owner, batch))
    }
  }

  function end(owner: string, batch: Batch): void {
    for (const each of batch) for (const key of each.touched) touched.delete(key)
    slots.release(owner)
  }

  /** The oldest items that may be sent now. */
  function take(queue: Queue<Item, Result>): Batch {
    const batch: Batch = []
    const left: Batch = []
    for (const each of queue.waiting) {
      const mayGo = batch.length < queue.maxItems && !each.touched.some(key => touched.has(key))
      if (mayGo) for (const key of each.touched) touched.add(key)
      ;(mayGo ? batch : left).push(each)
    }
    queue.waiting = left
    slots.waiting -= batch.length
    return batch
  }

  async function send(batch: Batch, queue: Queue<Item, Result>): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const results = await statement(db, items)
      for (const [i, each] of batch.entries()) each.resolve(results[i] as Result)
    } catch (error) {
      // one item must not fail because of another; a timed-out statement was rolled back, on all nodes of a cluster
      if (batch.length > 1 && !isOutcomeUnknown(error)) return sendAlone(batch)
      for (const { reject } of batch) reject(error)
      // Every item that can succeed has done so by now, unless all hang. Either way, no item needs another timeout.
      if (queue.maxItems === 1 && isTimeout(error)) {
        slots.waiting -= queue.waiting.length
        for (const { reject } of queue.waiting.splice(0)) reject(error)
      }
    }
  }

  function sendAlone(waiting: Batch): void {
    const owner = `${name} alone ${++failures}`
    slots.waiting += waiting.length
    queues = new Map([[owner, { owner, atOnce: maxAlone, maxItems: 1, waiting }], ...queues])
  }

  return item =>
    new Promise((resolve, reject) => {
      // on a cluster, only items of one merchant share a statement
      const place = engine.isOne ? undefined : (item as { merchantId?: string }).merchantId
      const owner = place ?? name
      const most = place === undefined ? atOnce : maxAtOnce
      const queue = queues.get(owner) ?? { owner, atOnce: most, maxItems, waiting: [] }
      slots.waiting++
      queue.waiting.push({ item, touched: touches(item), resolve, reject })
      queues.set(owner, queue)
      if (slots.isFree(owner, queue.atOnce)) startSoon()
    })
}
