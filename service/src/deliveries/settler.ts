import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { type EndpointReport, reportEndpoints } from './endpoints.sql.ts'
import { logDeadLetter } from './log-dead-letter.ts'
import { type AttemptResult, settleResults } from './settle.sql.ts'

export interface Settler {
  /** Resolves when the result is in the database. */
  add(result: AttemptResult): Promise<void>
  flush(): Promise<void>
}

const maxBatch = 256

function logFailure(log: FastifyBaseLogger, result: AttemptResult): void {
  const { merchantId, deliveryId, attempt, status, error, durationMs, retryAt } = result
  const facts = { merchantId, deliveryId, attempt, status, error, ms: durationMs }
  if (result.outcome === 'dead') logDeadLetter(log, facts)
  else if (result.outcome === 'retry') log.warn({ ...facts, retryAt }, 'callback failed')
}

/** Collects results while the previous batch is being written: batches grow with the load, and nobody waits idle. */
export function createSettler(deps: {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  slowAfterMs: number
}): Settler {
  let waiting: { result: AttemptResult; done: () => void }[] = []
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      await write(batch.map(({ result }) => result))
      for (const { done } of batch) done()
    }
  }

  async function write(results: AttemptResult[]): Promise<void> {
    try {
      // before the claims are let go of: whoever claims next must know how the endpoint is doing
      await reportEndpoints(deps.db, reportsOf(results), deps.clock.now())
      await settleResults(deps.db, results, deps.clock.now())
      for (const result of results) logFailure(deps.log, result)
    } catch (error) {
      // the claims run out and the deliveries are sent again: at least once, as promised
      deps.log.error({ err: error, results: results.length }, 'callback results could not be written')
    }
  }

  function reportsOf(results: AttemptResult[]): EndpointReport[] {
    const reports = new Map<string, EndpointReport & { delivered: boolean }>()
    for (const { merchantId, outcome, durationMs } of results) {
      const before = reports.get(merchantId) ?? { failures: 0, quick: true, delivered: false }
      const delivered = before.delivered || outcome === 'delivered'
      const failures = delivered ? 0 : before.failures + 1
      reports.set(merchantId, {
        merchantId,
        delivered,
        failures,
        quick: before.quick && durationMs < deps.slowAfterMs,
      })
    }
    return [...reports.values()]
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
