import { Counter, Histogram } from 'prom-client'

export type ProcessorMetrics = ReturnType<typeof createProcessorMetrics>

/** Made before there is a registry; whoever has one registers them. */
export function createProcessorMetrics() {
  return {
    turnedAway: new Counter<'priority' | 'outcome'>({
      name: 'svcpay_processor_turned_away_total',
      help: 'Calls that the processor turned away (429), tried again or given up',
      labelNames: ['priority', 'outcome'],
      registers: [],
    }),
    waitSeconds: new Histogram<'priority'>({
      name: 'svcpay_processor_wait_seconds',
      help: 'Time that a call to the processor waited for its turn',
      labelNames: ['priority'],
      buckets: [0, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [],
    }),
  }
}
