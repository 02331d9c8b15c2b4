import type Stripe from 'stripe'
import { apiVersion, platformAccount } from '../constants.ts'
import type { EventRecord } from '../records/event.ts'
import { serializeSnapshot } from './snapshot.ts'

export function toEvent(record: EventRecord, pendingWebhooks: number): Stripe.EventBase {
  return {
    id: record.id,
    object: 'event',
    ...(record.account === platformAccount ? {} : { account: record.account }),
    api_version: apiVersion,
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
