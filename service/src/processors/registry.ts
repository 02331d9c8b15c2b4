import type { Config } from '../config.ts'
import type { Processor } from './port.ts'
import { createStripeProcessor } from './stripe/adapter.ts'
import { createStripeClient } from './stripe/client.ts'

/** The processors that this instance can reach, by the name that payments and merchants carry. */
export function createProcessors(config: Config): ReadonlyMap<string, Processor> {
  const { secretKey, publishableKey, apiBase } = config.stripe
  const name = config.processor
  const processor = createStripeProcessor(createStripeClient({ secretKey, apiBase }), {
    name,
    publishableKey,
  })
  return new Map([[name, processor]])
}
