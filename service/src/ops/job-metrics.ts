import { Counter, Gauge } from 'prom-client'

interface Run {
  name: string
  run(stopped?: AbortSignal): Promise<void>
}

/** Created before the registry exists; the app registers them. */
export function createJobMetrics() {
  const runs = new Counter({
    name: 'svcpay_job_runs_total',
    help: 'Runs of background jobs by outcome: done or failed',
    labelNames: ['name', 'outcome'] as const,
    registers: [],
  })
  const lastDone = new Gauge({
    name: 'svcpay_job_last_done_timestamp_seconds',
    help: 'When a background job last ended well',
    labelNames: ['name'] as const,
    aggregator: 'max',
    registers: [],
  })
  const observed = <Job extends Run>(job: Job): Job => ({
    ...job,
    async run(stopped) {
      const labels = { name: job.name }
      try {
        await job.run(stopped)
      } catch (error) {
        runs.inc({ ...labels, outcome: 'failed' })
        throw error
      }
      runs.inc({ ...labels, outcome: 'done' })
      lastDone.set(labels, Date.now() / 1000)
    },
  })
  return { observed, metrics: [runs, lastDone] }
}
