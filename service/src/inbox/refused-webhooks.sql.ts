import type { Db } from '../db/db.ts'
import type { Webhook, WebhookFault } from '../processors/port.ts'

/** A gap of this length ends a series of refusals. After it, nobody is shown the last one any more. */
const shownHours = 24

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

/** Anybody can send an unsigned request, so those do not count. */
export async function recentlyRefusedWebhooks(db: Db): Promise<WebhookRefusals[]> {
  return await db<WebhookRefusals[]>`
    select processor, reason, listens_to, since, last_at from webhook_refusals
    where last_at > now() - ${shownHours} * interval '1 hour' and reason <> 'unsigned'
    order by last_at desc`
}
