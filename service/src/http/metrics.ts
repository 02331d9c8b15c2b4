import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { askOnce } from '../patience.ts'

export type Metrics = ReturnType<typeof createMetrics>

const databasePatienceMs = 1000

export function createMetrics(linesDropped: () => number) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  new Counter({
    name: 'svcpay_log_lines_dropped_total',
    help: 'Log lines lost because they could not be written',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(linesDropped())
    },
  })
  const requestSeconds = new Histogram({
    name: 'svcpay_http_request_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const merchantCalls = new Counter({
    name: 'svcpay_merchant_calls_total',
    help: 'Merchants’ calls by answer: 2xx, 3xx, 4xx or 5xx',
    labelNames: ['answer'] as const,
    registers: [registry],
  })
  for (const answer of ['2xx', '3xx', '4xx', '5xx']) merchantCalls.inc({ answer }, 0)
  return { registry, requestSeconds, merchantCalls, fromDatabase: readsOf(registry) }
}

/** For values from the database. A scrape waits at most a second for them, then leaves them all out. */
function readsOf(registry: Registry) {
  const registers = [registry]
  const reads: (() => Promise<unknown>)[] = []
  const seconds = new Gauge({
    name: 'svcpay_scrape_database_seconds',
    help: 'How long the database took for the previous scrape, including the wait for a free connection',
    registers,
  })
  new Gauge({
    name: 'svcpay_scrape_database_ok',
    help: '1 if the database answered within a second; 0 if the metrics that need it are missing',
    registers,
    async collect() {
      const startedAt = performance.now()
      const answers = await Promise.all(reads.map(read => read()))
      seconds.set((performance.now() - startedAt) / 1000)
      this.set(answers.includes(null) ? 0 : 1)
    },
  })
  return <Found>(ask: () => Promise<Found>) => {
    const read = askOnce(ask, databasePatienceMs)
    reads.push(read)
    /** A gauge with one value for each set of labels. Every instance reports the same values. */
    const gaugeBy = <Label extends string>(
      labelNames: Label[],
      name: string,
      help: string,
      of: (found: Found) => [labels: Partial<Record<Label, string>>, value: number][],
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const found = await read()
          if (labelNames.length > 0) this.reset()
          // a reset would report 0
          else this.remove()
          for (const [labels, value] of found ? of(found) : []) this.set(labels, value)
        },
      })
    /** A gauge with a single value, or none if it is null. */
    const gauge = (name: string, help: string, of: (found: Found) => number | null) =>
      gaugeBy([], name, help, found => {
        const value = of(found)
        return value === null ? [] : [[{}, value]]
      })
    return { read, gauge, gaugeBy }
  }
}

export function addRequestMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unknown' } = request.routeOptions
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000)
    if (route.startsWith('/v1/'))
      metrics.merchantCalls.inc({ answer: `${Math.floor(reply.statusCode / 100)}xx` })
    done()
  })
}
