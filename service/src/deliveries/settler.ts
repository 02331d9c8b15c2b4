import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { queueOn } from '../db/in-batches.ts'
import { type EndpointReport, reportEndpoints } from './endpoints.sql.ts'
import { logDeadLetter } from './log-dead-letter.ts'
import { pausesOf, type RetryPolicy } from './schedule.ts'
import { type AttemptResult, settleResults } from './settle.sql.ts'

export interface Settler {
  /** Resolves when the result is in the database, or could not be written. */
  add(result: AttemptResult): Promise<void>
}

function logFailure(log: FastifyBaseLogger, result: AttemptResult): void {
  const { merchantId, deliveryId, attempt, status, error, durationMs, retryAt } = result
  const facts = { merchantId, deliveryId, attempt, status, error, ms: durationMs }
  if (result.outcome === 'dead') logDeadLetter(log, facts)
  else if (result.outcome === 'retry') log.warn({ ...facts, retryAt }, 'callback failed')
}

/** Collects results while earlier ones are being written: batches grow with the load, and nobody waits idle. */
export function createSettler(deps: {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  policy: RetryPolicy
  slowAfterMs: number
}): Settler {
  const { db, clock, log } = deps
  const pauses = pausesOf(deps.policy)
  const reported = new WeakSet<AttemptResult>()

  const settle = queueOn(db, 'settle', write, {
    touches: ({ deliveryId }: AttemptResult) => [deliveryId],
    merchant: ({ merchantId }) => merchantId,
    atOnce: 1,
  })

  async function write(results: AttemptResult[]): Promise<null[]> {
    // before the claims are let go of: whoever claims next must know how the endpoint is doing
    await report(results)
    await settleResults(db, results, clock.now())
    return results.map(() => null)
  }

  async function report(results: AttemptResult[]): Promise<void> {
    const unreported = results.filter(result => !reported.has(result))
    try {
      await reportEndpoints(db, reportsOf(unreported), pauses, clock.now())
      for (const result of unreported) reported.add(result)
    } catch (error) {
      // tried again for each alone; and what was delivered is settled, whatever is known of its endpoint
      if (results.length > 1) throw error
      log.error(
        { err: error, merchantId: results[0]?.merchantId },
        'the state of an endpoint could not be written',
      )
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

  return {
    async add(result) {
      try {
        await settle(result)
        logFailure(log, result)
      } catch (error) {
        // the claim runs out and the delivery is sent again: at least once, as promised
        const { merchantId, deliveryId } = result
        log.error({ err: error, merchantId, deliveryId }, 'callback result could not be written')
      }
    },
  }
}
