import type { Metric } from 'prom-client'
import type { Outside } from '../call.ts'
import type { Config } from '../config.ts'
import { type Adapter, complete } from './missing-parts.ts'
import type { Processor } from './port.ts'
import { createSeals } from './seals.ts'
import { createStripeProcessor } from './stripe/adapter.ts'
import { createStripeClient } from './stripe/client.ts'
import { createHttpClient } from './stripe/http-client.ts'
import { createAllowance, type Priority } from './turns/allowance.ts'
import { createProcessorMetrics } from './turns/in-turn.ts'
import { timed } from './watched.ts'

/** The processors that this instance can reach, by the name stored with payments and merchants. */
export type Processors = ReadonlyMap<string, Processor>

export interface ProcessorLimits {
  timeoutMs?: number
  /** Replace the built-in adapters of the same names. */
  adapters?: Readonly<Record<string, Adapter>>
}

export type ReachableProcessors = ReturnType<typeof createProcessors>

export function createProcessors(config: Config, limits: ProcessorLimits = {}) {
  const { timeoutMs, adapters = {} } = limits
  const seals = createSeals(config.encryptionKeys)
  const isOnly = config.processors.length === 1
  const platforms = config.processors.map(platform => {
    const { name } = platform
    const http = createHttpClient()
    const labels = isOnly ? {} : { processor: name }
    return { ...platform, http, allowance: createAllowance(), labels }
  })
  const metrics = createProcessorMetrics(platforms.map(({ labels }) => labels))
  const reachable = (priority: Priority, outside?: Outside): Processors =>
    new Map(
      platforms.map(
        ({ name, mode, http, allowance, labels, secretKey, apiBase, publishableKey, webhookSecrets }) => {
          const turns = { allowance, priority, metrics, labels }
          const stripe = createStripeClient({ secretKey, apiBase, turns, outside, http, timeoutMs })
          const isTest = /^[sr]k_(org_)?test_/.test(secretKey)
          const settings = { name, publishableKey, isTest, webhookSecrets, seals }
          const adapter = adapters[name] ?? createStripeProcessor(stripe, settings)
          const processor = timed(complete(adapter), metrics, labels)
          return [name, { ...processor, isDraining: mode === 'drain' }]
        },
      ),
    )
  return {
    /** For merchants' calls and webhooks, which take precedence over jobs. Both share each processor's allowance. */
    forRequests: (outside?: Outside) => reachable('request', outside),
    forJobs: reachable('job'),
    metrics: Object.values(metrics) as Metric[],
  }
}
