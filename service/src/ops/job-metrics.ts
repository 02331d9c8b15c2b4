import { Counter, Gauge } from 'prom-client'

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
  const count = (name: string, outcome: 'done' | 'failed') => {
    runs.inc({ name, outcome })
    if (outcome === 'done') lastDone.set({ name }, Date.now() / 1000)
  }
  return { count, metrics: [runs, lastDone] }
}
