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
    help: 'When a background job last succeeded on this instance; 0 if it never did',
    labelNames: ['name'] as const,
    registers: [],
  })
  const period = new Gauge({
    name: 'svcpay_job_period_seconds',
    help: 'Time between runs of a background job',
    labelNames: ['name'] as const,
    registers: [],
  })
  /** Instances that do not run a job export its metrics, too, so that an alert can fire if no instance runs it. */
  const announce = ({ name, everyMs }: { name: string; everyMs: number }) => {
    period.set({ name }, everyMs / 1000)
    lastDone.set({ name }, 0)
    for (const outcome of ['done', 'failed']) runs.inc({ name, outcome }, 0)
  }
  const count = (name: string, outcome: 'done' | 'failed') => {
    runs.inc({ name, outcome })
    if (outcome === 'done') lastDone.set({ name }, Date.now() / 1000)
  }
  return { announce, count, metrics: [runs, lastDone, period] }
}
