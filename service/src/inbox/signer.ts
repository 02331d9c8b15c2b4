import type { WebhookHeaders } from '../processors/port.ts'
import type { Processors } from '../processors/registry.ts'

/** The processor that has signed a webhook, and whose events it brings; null when it is not signed. */
export function signerOf(
  processors: Processors,
  body: Buffer,
  headers: WebhookHeaders,
  now: Date,
): { name: string; source: string } | null {
  for (const { name, webhookSource } of processors.values()) {
    const source = webhookSource(body, headers, now)
    if (source !== null) return { name, source }
  }
  return null
}
