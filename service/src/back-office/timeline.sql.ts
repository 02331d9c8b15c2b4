import type { Db } from '../db/db.ts'
import { type AttemptRow, attemptsOf, type DeliveryRow } from '../deliveries/deliveries.sql.ts'
import { type EventRow, listEvents } from '../inbox/events.sql.ts'

/** All that happened around a payment, each part in the order it happened. */
export interface Timeline {
  operations: {
    operationId: string
    kind: string
    state: string
    idempotencyKey: string | null
    traceId: string | null
    refusal: string | null
    createdAt: Date
    settledAt: Date | null
  }[]
  actions: {
    at: Date
    actor: string
    operatorId: string | null
    note: string | null
    action: string
    detail: Record<string, unknown>
  }[]
  events: Omit<EventRow, 'delivery'>[]
  deliveries: (DeliveryRow & { attemptLog: AttemptRow[] })[]
  ledgerEntries: {
    fact: string
    kind: string
    source: string
    currency: string
    customerCents: number
    merchantCents: number
    platformFeesCents: number
    disputeHoldCents: number
    postedAt: Date
  }[]
  refunds: {
    refundId: string
    processorRefundId: string | null
    amountCents: number
    reason: string | null
    state: string
    createdAt: Date
  }[]
  disputes: {
    processorDisputeId: string
    amountCents: number
    reason: string | null
    state: string
    dueBy: Date | null
    createdAt: Date
  }[]
}

const enough = 100

export async function timelineOf(db: Db, merchantId: string, paymentId: string): Promise<Timeline> {
  const here = db`merchant_id = ${merchantId} and payment_id = ${paymentId}`
  const [operations, actions, { events }, ledgerEntries, refunds, disputes] = await Promise.all([
    db<Timeline['operations']>`
      select operation_id, kind, state, idempotency_key, trace_id, refusal, created_at, settled_at
      from operations where ${here} order by operation_id limit ${enough}`,
    db<Timeline['actions']>`
      select at, actor, operator_id, note, action, detail from audit_log
      where merchant_id = ${merchantId} and target = ${paymentId} order by audit_id limit ${enough}`,
    listEvents(db, { merchantId, paymentId, type: null, state: null, after: null, limit: enough }),
    db<Timeline['ledgerEntries']>`
      select fact, kind, source, currency, customer_cents, merchant_cents, platform_fees_cents, dispute_hold_cents,
        posted_at
      from ledger_entries where ${here} order by posted_at, fact limit ${enough}`,
    db<Timeline['refunds']>`
      select refund_id, processor_refund_id, amount_cents, reason, state, created_at
      from refunds where ${here} order by refund_id limit ${enough}`,
    db<Timeline['disputes']>`
      select processor_dispute_id, amount_cents, reason, state, due_by, created_at
      from disputes where ${here} order by created_at limit ${enough}`,
  ])
  const oldestFirst = events.reverse()
  const sent = oldestFirst.flatMap(event => (event.delivery ? [event.delivery] : []))
  const deliveries = await Promise.all(
    sent.map(async delivery => ({
      ...delivery,
      attemptLog: await attemptsOf(db, merchantId, delivery.deliveryId),
    })),
  )
  return {
    operations,
    actions,
    events: oldestFirst.map(({ delivery: _, ...event }) => event),
    deliveries,
    ledgerEntries,
    refunds,
    disputes,
  }
}
