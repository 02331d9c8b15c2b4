import type { FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Db } from '../db/db.ts'
import { type Processor, type Webhook, type WebhookFault, webhookFaults } from '../processors/port.ts'
import type { InboxDeps } from './receive-event.ts'

/** Anyone can send invalid webhooks, so refusals are recorded at most this often. */
const noteEveryMs = 10_000

/** A gap of this length ends a series of refusals, and the series is no longer shown. */
const shownHours = 24

interface RefusalDeps extends Pick<InboxDeps, 'db' | 'clock' | 'processors'> {
  registry: Registry
}

/** Counts webhooks without a valid signature, and records them where every instance and `svcpay doctor` see them. */
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
    const event = processor.readWebhook(body)
    // fees are the platform's own, although they name an account
    const isOfPlatform = event?.accountId === null || event?.type.startsWith('application_fee.')
    const refusal = { processor: name, reason, listensTo: isOfPlatform ? 'platform' : 'accounts' } as const
    const series = Object.values(refusal).join(' ')
    const nowMs = clock.elapsedMs()
    if (nowMs - (notedAtMs.get(series) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return
    notedAtMs.set(series, nowMs)
    log.warn(refusal, 'webhook refused')
    noteRefusedWebhook(db, { ...refusal, at }).catch(error =>
      log.warn({ err: error }, 'the refused webhook could not be recorded'),
    )
  }
}

export interface WebhookRefusals {
  processor: string
  reason: WebhookFault
  listensTo: Webhook['listensTo']
  since: Date
  lastAt: Date
}

export async function noteRefusedWebhook(
  db: Db,
  { processor, reason, listensTo, at }: Omit<WebhookRefusals, 'since' | 'lastAt'> & { at: Date },
): Promise<void> {
  await db`
    insert into webhook_refusals as known (processor, reason, listens_to, since, last_at)
    values (${processor}, ${reason}, ${listensTo}, ${at}, ${at})
    on conflict (processor, reason, listens_to) do update
      set last_at = greatest(known.last_at, excluded.last_at),
        since = case when known.last_at < excluded.last_at - ${shownHours} * interval '1 hour'
          then excluded.since else known.since end`
}

/** Anyone can send an unsigned request, so unsigned ones do not count. */
export async function recentlyRefusedWebhooks(db: Db): Promise<WebhookRefusals[]> {
  return await db<WebhookRefusals[]>`
    select processor, reason, listens_to, since, last_at from webhook_refusals
    where last_at > now() - ${shownHours} * interval '1 hour' and reason <> 'unsigned'
    order by last_at desc`
}
