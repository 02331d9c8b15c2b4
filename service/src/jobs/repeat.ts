import type { FastifyBaseLogger } from 'fastify'

export interface Job {
  name: string
  everyMs: number
  run(): Promise<void>
  /** Ends what a run has left under way. */
  finish?(): Promise<void>
}

/** Runs a job again and again, never beside itself. Stopping waits for the run in progress. */
export function repeat(job: Job, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const loop = async () => {
    while (!stopped.signal.aborted) {
      await job.run().catch(error => log.error({ err: error, job: job.name }, 'job failed'))
      await pause(jittered(job.everyMs), stopped.signal)
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

/** Instances that started together drift apart. */
function jittered(ms: number): number {
  return ms * (0.8 + Math.random() * 0.4)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
