import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { jittered } from '../clock.ts'

export interface Job {
  name: string
  everyMs: number
  /** It runs only when something is due (due.sql.ts), but at least this often. If absent, it always runs. */
  mayRestMs?: number
  /** `stopped` aborts on a stop, so that a run begins nothing more. */
  run(stopped?: AbortSignal): Promise<void>
  /** Waits for work that a run has left in progress. */
  finish?(): Promise<void>
}

interface RepeatOptions {
  count?(name: string, outcome: 'done' | 'failed'): void
  /** A run in which nothing is due is done at once. */
  isDue?(job: Job): Promise<boolean>
}

/** Repeats a job, one run at a time. Stopping waits for the work that the current run has begun. */
export function repeat(
  job: Job,
  log: FastifyBaseLogger,
  { count, isDue = async () => true }: RepeatOptions = {},
): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const run = async () => {
    if (await isDue(job)) await job.run(stopped.signal)
  }
  const loop = async () => {
    while (!stopped.signal.aborted) {
      await run().then(
        () => count?.(job.name, 'done'),
        error => {
          log.error({ err: error, job: job.name }, 'job failed')
          count?.(job.name, 'failed')
        },
      )
      await setTimeout(jittered(job.everyMs), undefined, { signal: stopped.signal }).catch(() => {})
    }
  }
  const ended = loop()
  return {
    async stop() {
      stopped.abort()
      await ended
      await job.finish?.()
    },
  }
}
