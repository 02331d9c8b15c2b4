import type { FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { type Processor, type ProcessorEvent, type Webhook, webhookFaults } from '../processors/port.ts'
import { noteRefusedWebhook } from './refused-webhooks.sql.ts'

/** Anybody can send requests that are refused, so they write at most this often. */
const noteEveryMs = 10_000

interface RefusalDeps {
  db: Db
  clock: Clock
  registry: Registry
  processors: ReadonlyMap<string, Processor>
}

/** Counts webhooks with a wrong signature, and notes them where every instance and `svcpay doctor` see it. */
export function createRefusedWebhooks({ db, clock, registry, processors }: RefusalDeps) {
  const refused = new Counter({
    name: 'svcpay_webhooks_refused_total',
    help: 'Webhooks without a valid signature, by reason: unsigned, wrong_signature or late',
    labelNames: ['processor', 'reason'] as const,
    registers: [registry],
  })
  for (const processor of processors.keys())
    for (const reason of webhookFaults) refused.inc({ processor, reason }, 0)
  const notedAtMs = new Map<string, number>()

  return ({ raw, log }: FastifyRequest, processor: Processor, body: Buffer) => {
    const { name } = processor
    const at = clock.now()
    const reason = processor.webhookFault(body, raw.headers, at)
    refused.inc({ processor: name, reason })
    if (reason === 'unsigned') return
    const listensTo = endpointOf(processor.readWebhook(body))
    const series = `${name} ${reason} ${listensTo}`
    const nowMs = clock.elapsedMs()
    const noted = notedAtMs.get(series)
    if (noted !== undefined && nowMs - noted < noteEveryMs) return
    notedAtMs.set(series, nowMs)
    log.warn({ processor: name, reason, listensTo }, 'webhook refused')
    noteRefusedWebhook(db, { processor: name, reason, listensTo, at }).catch(error =>
      log.warn({ err: error }, 'the refusal could not be noted'),
    )
  }
}

/** Which endpoint an event comes from. Fees are the platform's own, although they name an account. */
function endpointOf(event: ProcessorEvent | null): Webhook['listensTo'] {
  if (event === null) return 'accounts'
  return event.accountId === null || event.type.startsWith('application_fee.') ? 'platform' : 'accounts'
}
