import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Histogram } from 'prom-client'
import type { Outcome } from '../outcomes.ts'
import type { Allowance, Priority } from './allowance.ts'

/** The metrics label of a processor, if there are several. */
export type ProcessorLabel = { processor?: string }

export interface Turns {
  allowance: Allowance
  priority: Priority
  metrics: ReturnType<typeof createProcessorMetrics>
  labels?: ProcessorLabel
}

/** Why a call was turned away: too many calls on the account, or another call holds the same object. */
export interface TurnedAway {
  why: 'rate' | 'lock'
  retryAfterMs: number
}

const firstPauseMs = 200
const maxPauseMs = 4_000

/**
 * Makes the call when its turn comes, and retries with growing pauses while the processor turns it away, which means
 * that nothing was done. No try starts after `patienceMs`. Returns the last answer, or null if no turn came.
 */
export async function askInTurn<Answer>(
  { allowance, priority, metrics, labels }: Turns,
  { account, patienceMs }: { account: string; patienceMs: number },
  ask: () => Promise<Answer>,
  turnedAway: (answer: Answer) => Promise<TurnedAway | null>,
): Promise<Answer | null> {
  const until = performance.now() + patienceMs
  let last: Answer | null = null
  let waitedMs = 0
  const wait = (ms: number) => {
    waitedMs += ms
    return pause(ms)
  }
  const giveUp = () => {
    metrics.turnedAway.inc({ ...labels, priority, outcome: 'given_up' })
    return last
  }
  try {
    for (let tries = 1; ; tries++) {
      for (let isBooked = false; !isBooked; ) {
        const turn = allowance.turn(account, priority, performance.now(), until)
        if (!turn) return giveUp()
        if (turn.waitMs > 0) await wait(turn.waitMs)
        isBooked = turn.isBooked
      }
      const startedAt = performance.now()
      last = await ask()
      const refusal = await turnedAway(last)
      if (!refusal) return last
      const now = performance.now()
      if (refusal.why === 'rate') allowance.turnedAway(account, startedAt, now)
      const pauseMs = Math.max(refusal.retryAfterMs, pauseAfter(tries))
      if (now + pauseMs > until) return giveUp()
      metrics.turnedAway.inc({ ...labels, priority, outcome: 'retried' })
      await wait(pauseMs)
    }
  } finally {
    metrics.waitSeconds.observe({ priority, ...labels }, waitedMs / 1000)
  }
}

/** Random, so that calls turned away together do not all return together. */
function pauseAfter(tries: number): number {
  return Math.min(firstPauseMs * 2 ** (tries - 1), maxPauseMs) * (0.5 + Math.random() / 2)
}

const outcomes: Outcome<unknown>['kind'][] = ['done', 'refused', 'unknown']

/** Created before the registry exists; the app registers them. */
export function createProcessorMetrics(processors: ProcessorLabel[]) {
  const metrics = {
    turnedAway: new Counter<'priority' | 'outcome' | 'processor'>({
      name: 'svcpay_processor_turned_away_total',
      help: 'Calls that the processor turned away (429), retried or abandoned',
      labelNames: ['processor', 'priority', 'outcome'],
      registers: [],
    }),
    calls: new Counter<'outcome' | 'processor'>({
      name: 'svcpay_processor_calls_total',
      help: 'Calls to the processor by outcome: done, refused or unknown',
      labelNames: ['processor', 'outcome'],
      registers: [],
    }),
    callSeconds: new Histogram<'operation' | 'outcome' | 'processor'>({
      name: 'svcpay_processor_call_seconds',
      help: 'Duration of calls to the processor by outcome: done, refused or unknown; includes turns and retries',
      labelNames: ['processor', 'operation', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers: [],
    }),
    waitSeconds: new Histogram<'priority' | 'processor'>({
      name: 'svcpay_processor_wait_seconds',
      help: 'Time that a call to the processor waited for its turn',
      labelNames: ['processor', 'priority'],
      buckets: [0, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [],
    }),
  }
  // Prometheus does not see an increase if the series did not exist before
  for (const processor of processors) {
    for (const outcome of outcomes) metrics.calls.inc({ ...processor, outcome }, 0)
    for (const priority of ['request', 'job'])
      for (const outcome of ['retried', 'given_up'])
        metrics.turnedAway.inc({ ...processor, priority, outcome }, 0)
  }
  return metrics
}
