import type { Static } from '@fastify/type-provider-typebox'
import { allOf } from '../../at-once.ts'
import type { Db } from '../../db/db.ts'
import { attemptsOf } from '../../deliveries/deliveries.sql.ts'
import { listEvents } from '../../inbox/events.sql.ts'
import { withOutcome } from '../../operators/audit-log.sql.ts'
import { disputeState } from '../../payments/disputes.sql.ts'
import type { OperatorPaymentSchema, PaymentWithTimelineSchema } from '../schemas.ts'

/** The history of a payment, each part in chronological order. */
export type Timeline = Omit<
  Static<typeof PaymentWithTimelineSchema>,
  keyof Static<typeof OperatorPaymentSchema> | 'ofSameOrder'
>

const enough = 100

export async function timelineOf(db: Db, merchantId: string, paymentId: string): Promise<Timeline> {
  const { outcome, andRefusal, isNoOutcome } = withOutcome(db)
  const here = db`merchant_id = ${merchantId} and payment_id = ${paymentId}`
  const { listed, ...parts } = await allOf({
    operations: db<Timeline['operations']>`
      select operation_id, kind, state, idempotency_key, trace_id, refusal, created_at, settled_at
      from operations where ${here} order by operation_id limit ${enough}`,
    actions: db<Timeline['actions']>`
      select a.at, a.actor, a.operator_id, a.note, a.action, a.trace_id, a.detail, ${outcome}
      from audit_log a ${andRefusal}
      where a.merchant_id = ${merchantId} and a.target = ${paymentId} and ${isNoOutcome}
      order by a.audit_id limit ${enough}`,
    listed: listEvents(db, { merchantId, paymentId, limit: enough }),
    ledgerEntries: db<Timeline['ledgerEntries']>`
      select fact, kind, source, currency, customer_cents, merchant_cents, platform_fees_cents, dispute_hold_cents,
        posted_at
      from ledger_entries where ${here} order by posted_at, fact limit ${enough}`,
    refunds: db<Timeline['refunds']>`
      select refund_id, processor_refund_id, amount_cents, reason, state, created_at
      from refunds where ${here} order by created_at, refund_id limit ${enough}`,
    disputes: db<Timeline['disputes']>`
      select processor_dispute_id, amount_cents, reason, ${disputeState(db)} as state, due_by, created_at
      from disputes d where ${here} order by created_at limit ${enough}`,
  })
  const oldestFirst = listed.events.reverse()
  const sent = oldestFirst.flatMap(event => (event.delivery ? [event.delivery] : []))
  const deliveries = await Promise.all(
    sent.map(async delivery => ({
      ...delivery,
      attemptLog: await attemptsOf(db, merchantId, delivery.deliveryId),
    })),
  )
  return { ...parts, events: oldestFirst.map(({ delivery: _, ...event }) => event), deliveries }
}
