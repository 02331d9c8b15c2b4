import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'
import { findAccountOwner } from '../merchants/accounts.sql.ts'
import type { ProcessorEvent } from '../processors/port.ts'
import type { Tracer } from '../tracing/tracer.ts'

/** Receives an event within the span of the operation that caused it, or else of its webhook. */
export async function inEventSpan<Result>(
  { db, tracer }: { db: Db; tracer?: Tracer | null },
  processor: string,
  event: ProcessorEvent,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return await work()
  const { id, type, accountId } = event
  const merchantId = accountId === null ? null : await findAccountOwner(db, { processor, accountId })
  const parent = merchantId && (await findCause(db, merchantId, processor, event))
  const attributes = { 'svcpay.event_id': id, 'svcpay.merchant_id': merchantId }
  return await tracer.run({ name: `event ${type}`, kind: 'consumer', attributes, parent }, work)
}

/** The operation whose key the processor names as the cause, or else the newest on the payment. */
async function findCause(
  db: Db,
  merchantId: MerchantId,
  processor: string,
  { subject, callKey = '' }: ProcessorEvent,
): Promise<string | null> {
  if (subject.kind !== 'payment') return null
  const [found] = await db<{ traceparent: string }[]>`
    select o.traceparent
    from payments p join operations o on o.merchant_id = p.merchant_id and o.payment_id = p.payment_id
    where p.merchant_id = ${merchantId} and o.merchant_id = ${merchantId} and p.processor = ${processor}
      and p.processor_payment_id = ${subject.processorPaymentId} and o.traceparent is not null
    order by coalesce(o.intent ->> 'callKey' = ${callKey}, false) desc, o.operation_id desc limit 1`
  return found?.traceparent ?? null
}
