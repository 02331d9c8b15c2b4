import type Stripe from 'stripe'
import { apiVersion, platformAccount } from '../constants.ts'
import type { EventRecord } from '../records/event.ts'
import { serializeSnapshot } from './snapshot.ts'

/** An endpoint with a version of its own gets its events under that version. */
export function toEvent(
  record: EventRecord,
  pendingWebhooks: number,
  version: string | null = null,
): Stripe.EventBase {
  return {
    id: record.id,
    object: 'event',
    ...(record.account === platformAccount ? {} : { account: record.account }),
    api_version: version ?? apiVersion,
    created: record.created,
    data: {
      object: serializeSnapshot(record.object),
      ...(record.previous ? { previous_attributes: record.previous } : {}),
    },
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request: { id: record.requestId, idempotency_key: record.idempotencyKey },
    type: record.type,
  }
}
