import type { Db } from '../db/db.ts'
import type { MerchantId } from '../ids.ts'

interface Cause {
  merchantId: MerchantId
  processor: string
  processorPaymentId: string
  /** Of the call that the processor names as the cause. */
  callKey: string | undefined
}

/** The span of the operation that caused an event: the one with its key, or else the newest on the payment. */
export async function findTraceparent(db: Db, cause: Cause): Promise<string | null> {
  const { merchantId, processor, processorPaymentId, callKey = '' } = cause
  const [found] = await db<{ traceparent: string }[]>`
    select o.traceparent
    from payments p join operations o on o.merchant_id = p.merchant_id and o.payment_id = p.payment_id
    where p.merchant_id = ${merchantId} and o.merchant_id = ${merchantId} and p.processor = ${processor}
      and p.processor_payment_id = ${processorPaymentId} and o.traceparent is not null
    order by coalesce(o.intent ->> 'callKey' = ${callKey}, false) desc, o.operation_id desc limit 1`
  return found?.traceparent ?? null
}
