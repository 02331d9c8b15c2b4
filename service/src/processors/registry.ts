import type { Metric } from 'prom-client'
import type { Config } from '../config.ts'
import { createAllowance, type Priority } from './allowance.ts'
import { createProcessorMetrics } from './metrics.ts'
import type { Processor } from './port.ts'
import { createStripeProcessor } from './stripe/adapter.ts'
import { createStripeClient, type StripeSettings } from './stripe/client.ts'

/** The processors that this instance can reach, by the name that payments and merchants carry. */
export type Processors = ReadonlyMap<string, Processor>

export type ProcessorLimits = Pick<StripeSettings, 'timeoutMs' | 'names'>

export interface ReachableProcessors {
  /** For merchants' calls and webhooks, and for the jobs, which come after them: one allowance for both. */
  forRequests: Processors
  forJobs: Processors
  metrics: Metric[]
}

export function createProcessors(config: Config, limits: ProcessorLimits = {}): ReachableProcessors {
  const { secretKey, publishableKey, apiBase, webhookSecrets } = config.stripe
  const name = config.processor
  const allowance = createAllowance()
  const metrics = createProcessorMetrics()
  const reachable = (priority: Priority): Processors => {
    const turns = { allowance, priority, metrics }
    const stripe = createStripeClient({ secretKey, apiBase, turns, ...limits })
    return new Map([[name, createStripeProcessor(stripe, { name, publishableKey, webhookSecrets })]])
  }
  return {
    forRequests: reachable('request'),
    forJobs: reachable('job'),
    metrics: [metrics.turnedAway, metrics.waitSeconds],
  }
}
