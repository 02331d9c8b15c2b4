import { findAccountOwner } from '../merchants/accounts.sql.ts'
import type { OperationDeps } from '../operations/deps.ts'
import { findTraceparent } from '../operations/traces.sql.ts'
import type { ProcessorEvent } from '../processors/port.ts'

/** Takes an event in under the span of the operation that caused it, or else of the webhook that brought it. */
export async function inEventSpan<Result>(
  { db, tracer }: Pick<OperationDeps, 'db' | 'tracer'>,
  processor: string,
  event: ProcessorEvent,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return await work()
  const { id, type, accountId, subject, callKey } = event
  const merchantId = accountId === null ? null : await findAccountOwner(db, { processor, accountId })
  const parent =
    merchantId && subject.kind === 'payment'
      ? await findTraceparent(db, { merchantId, processor, callKey, ...subject })
      : null
  const attributes = { 'svcpay.event_id': id, 'svcpay.merchant_id': merchantId }
  return await tracer.run({ name: `event ${type}`, kind: 'consumer', attributes, parent }, work)
}
