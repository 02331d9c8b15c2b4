import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { jittered } from '../clock.ts'

export interface Job {
  name: string
  everyMs: number
  /** Runs only when something is due (due.sql.ts), but at least this often. If absent, runs every time. */
  maxRestMs?: number
  /** `stopped` aborts on shutdown: the run then begins nothing new. */
  run(stopped?: AbortSignal): Promise<void>
  /** Waits for work that a run has left in progress. */
  finish?(): Promise<void>
}

/** Short, because due work is already noticed late: PostgreSQL counts some changes only after ten seconds. */
const longestRestMs = 5_000

interface RepeatOptions {
  count?(name: string, outcome: 'done' | 'failed'): void
  /** If nothing is due, the run counts as done. */
  isDue?(job: Job): Promise<boolean>
}

/** Repeats a job, one run at a time. Stopping waits for the work that the current run has begun. */
export function repeat(
  job: Job,
  log: FastifyBaseLogger,
  { count, isDue = async () => true }: RepeatOptions = {},
): { stop(): Promise<void> } {
  const stopped = new AbortController()
  let pauseMs = job.everyMs
  const run = async () => {
    const isNow = await isDue(job)
    pauseMs = isNow ? job.everyMs : Math.min(job.everyMs, longestRestMs)
    if (isNow) await job.run(stopped.signal)
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
      await setTimeout(jittered(pauseMs), undefined, { signal: stopped.signal }).catch(() => {})
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
