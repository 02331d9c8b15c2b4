import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { addFailures, forgetFailures } from './endpoints.sql.ts'
import { type Result, settleResults } from './settle.sql.ts'

export interface Settler {
  /** Resolves when the result is in the database. */
  add(result: Result): Promise<void>
  flush(): Promise<void>
}

const maxBatch = 256

/** Collects results while the previous batch is being written: batches grow with the load, and nobody waits idle. */
export function createSettler(deps: { db: Db; clock: Clock; log: FastifyBaseLogger }): Settler {
  let waiting: { result: Result; done: () => void }[] = []
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      await write(batch.map(({ result }) => result))
      for (const { done } of batch) done()
    }
  }

  async function write(results: Result[]): Promise<void> {
    try {
      // before the claims are let go of: whoever claims next must know how the endpoint is doing
      await keepHealth(results)
      await settleResults(deps.db, results, deps.clock.now())
    } catch (error) {
      // the claims run out and the deliveries are sent again: at least once, as promised
      deps.log.error({ err: error, results: results.length }, 'callback results could not be written')
    }
  }

  async function keepHealth(results: Result[]): Promise<void> {
    const well = new Set(
      results.filter(result => result.outcome === 'delivered').map(result => result.merchantId),
    )
    const failures = new Map<string, number>()
    for (const { merchantId } of results) {
      if (!well.has(merchantId)) failures.set(merchantId, (failures.get(merchantId) ?? 0) + 1)
    }
    if (well.size > 0) await forgetFailures(deps.db, [...well])
    if (failures.size === 0) return
    const counts = [...failures].map(([merchantId, count]) => ({ merchantId, count }))
    await addFailures(deps.db, counts, deps.clock.now())
  }

  function flush(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = null
    })
    return writing
  }

  return {
    add: result =>
      new Promise(done => {
        waiting.push({ result, done })
        // after the results that are ready in this turn, as one batch
        setImmediate(() => void flush())
      }),
    flush,
  }
}
