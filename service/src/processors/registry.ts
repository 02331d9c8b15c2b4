import type { Metric } from 'prom-client'
import type { Outside } from '../call.ts'
import type { Config } from '../config.ts'
import { createNames, type Names } from '../names/names.ts'
import { createAllowance, type Priority } from './allowance.ts'
import { createProcessorMetrics } from './in-turn.ts'
import type { Processor } from './port.ts'
import { createStripeProcessor } from './stripe/adapter.ts'
import { createStripeClient } from './stripe/client.ts'
import { createHttpClient } from './stripe/http-client.ts'

/** The processors that this instance can reach, by the name that payments and merchants carry. */
export type Processors = ReadonlyMap<string, Processor>

export interface ProcessorLimits {
  timeoutMs?: number
  names?: Names
}

export interface ReachableProcessors {
  /** For merchants' calls and webhooks, and for the jobs, which come after them: one allowance for all. */
  forRequests(outside?: Outside): Processors
  forJobs: Processors
  metrics: Metric[]
}

const inside: Outside = wait => wait

export function createProcessors(config: Config, limits: ProcessorLimits = {}): ReachableProcessors {
  const { timeoutMs = 20_000, names = createNames() } = limits
  const { secretKey, publishableKey, apiBase, webhookSecrets } = config.stripe
  const name = config.processor
  const allowance = createAllowance()
  const metrics = createProcessorMetrics()
  const http = createHttpClient(names.lookup(timeoutMs / 2))
  const reachable = (priority: Priority, outside: Outside): Processors => {
    const turns = { allowance, priority, metrics }
    const stripe = createStripeClient({ secretKey, apiBase, turns, outside, http, timeoutMs })
    return new Map([[name, createStripeProcessor(stripe, { name, publishableKey, webhookSecrets })]])
  }
  return {
    forRequests: (outside = inside) => reachable('request', outside),
    forJobs: reachable('job', inside),
    metrics: [metrics.turnedAway, metrics.waitSeconds],
  }
}
