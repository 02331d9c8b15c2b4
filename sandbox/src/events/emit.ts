import type Stripe from 'stripe'
import { platformAccount } from '../constants.ts'
import { isHash } from '../overlay.ts'
import type { EventRecord } from '../records/event.ts'
import { type ObjectKind, type Objects, type Snapshot, snapshotOf } from '../records/snapshot.ts'
import type { WebhookEndpointRecord } from '../records/webhook-endpoint.ts'
import { serializeSnapshot } from '../shapes/snapshot.ts'
import type { Tx } from '../store/store.ts'

/** Records an event for the object's account and queues it for the endpoints that subscribe to it. */
export function emit<K extends ObjectKind>(
  tx: Tx,
  type: Stripe.Event.Type,
  kind: K,
  record: Objects[K],
  before?: Objects[K],
): void {
  const object = snapshotOf(kind, record)
  const event = tx.put('event', {
    id: `evt_1${tx.random(23)}`,
    account: kind === 'account' ? record.id : record.account,
    seq: tx.nextSeq(),
    type,
    created: tx.now,
    object,
    previous: before ? previousAttributes(snapshotOf(kind, before), object) : null,
    requestId: tx.cause.requestId,
    idempotencyKey: tx.cause.idempotencyKey,
  })
  sendEvent(tx, event)
}

/** Queues an event for each endpoint that subscribes to it. Returns how many do. */
export function sendEvent(tx: Tx, event: EventRecord): number {
  let endpoints = 0
  for (const endpoint of tx.tables.webhook_endpoint.all()) {
    if (!wants(endpoint, event)) continue
    tx.put('delivery', {
      id: `dlv_${tx.random(24)}`,
      account: endpoint.account,
      seq: tx.nextSeq(),
      event: event.id,
      endpoint: endpoint.id,
      attempts: 0,
      dueAt: tx.nowMs,
      status: 'pending',
    })
    endpoints++
  }
  return endpoints
}

function wants(endpoint: WebhookEndpointRecord, event: EventRecord): boolean {
  if (endpoint.status !== 'enabled') return false
  const ofConnected = event.account !== platformAccount
  const reaches = endpoint.connect ? ofConnected : endpoint.account === event.account
  return reaches && endpoint.enabled_events.some(name => name === '*' || name === event.type)
}

/** The previous values of the changed fields; within a hash, only of the changed keys. */
function previousAttributes(before: Snapshot, after: Snapshot): Record<string, unknown> {
  return difference(serializeSnapshot(before), serializeSnapshot(after))
}

function difference(before: object, after: object): Record<string, unknown> {
  const earlier: Record<string, unknown> = { ...before }
  const later: Record<string, unknown> = { ...after }
  const changed: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(earlier), ...Object.keys(later)])) {
    const was = earlier[key]
    const is = later[key]
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    changed[key] = isHash(was) && isHash(is) ? difference(was, is) : (was ?? null)
  }
  return changed
}
