import type { Config } from '../config.ts'
import type { Processor } from './port.ts'
import { createStripeProcessor } from './stripe/adapter.ts'
import { createStripeClient } from './stripe/client.ts'

/** The processors that this instance can reach, by the name that payments and merchants carry. */
export function createProcessors(config: Config): ReadonlyMap<string, Processor> {
  const { secretKey, publishableKey, apiBase, webhookSecrets } = config.stripe
  const name = config.processor
  const stripe = createStripeClient({ secretKey, apiBase })
  const processor = createStripeProcessor(stripe, { name, publishableKey, webhookSecrets })
  return new Map([[name, processor]])
}
