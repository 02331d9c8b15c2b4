import { askForHealing } from '../history/history.sql.ts'
import { askOnce, maxSpentKeys } from '../operations/ask-once.ts'
import type { LeasedOperation } from '../operations/operation.ts'
import { findEarlier, type Known, leaveOpen, type Reply, underLease } from '../operations/reply.ts'
import { existing, problems } from '../problems.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { inSpan } from '../tracing/span.ts'
import {
  begin,
  callOn,
  onlyIf,
  type PaymentCall,
  type PaymentTarget,
  type Plan,
  readFirst,
  release,
  settle,
} from './call-on-payment.ts'
import { type CallDeps, processorNamed } from './deps.ts'
import { openStatuses, type Payment } from './payment.ts'
import { findPayment } from './payments.sql.ts'
import { restoreCall } from './refresh-payment.ts'

/** Cancels a payment that has not been captured, and releases its authorization if there is one. */
export async function cancelPayment(deps: CallDeps, target: PaymentTarget): Promise<Reply> {
  const call = await callOn(deps, 'cancel', target)
  return await inSpan('operation cancel', { 'svcpay.merchant_id': call.merchantId }, async () => {
    const known =
      (await findEarlier(deps, call)) ??
      (await readFirst(deps, call)) ??
      (await findForgotten(deps, call)) ??
      (await begin(deps, call, ({ payment }) => plan(payment)))
    return known.kind === 'answered' ? known.reply : await completeCancel(deps, known.operation)
  })
}

function plan({ processor, accountId, processorPaymentId, status }: Payment): Plan<'cancel'> {
  if (openStatuses.includes(status)) return { arguments: { processor, accountId, processorPaymentId } }
  const detail = 'Only a payment that has not been completed can be canceled.'
  throw problems.invalidState(detail, status, openStatuses)
}

/** Completes the operation, starting with the call to the processor. Retries and the recovery job also start here. */
export async function completeCancel(deps: CallDeps, operation: LeasedOperation<'cancel'>): Promise<Reply> {
  const { processor: name, accountId, processorPaymentId } = operation.arguments
  const processor = processorNamed(deps, name)
  const isCanceled = ({ status }: PaymentSnapshot) => status === 'canceled'
  return await underLease(deps, operation, async () => {
    const outcome = await askOnce(deps, operation, {
      readTime: () => processor.readTime(accountId),
      ask: idempotencyKey => processor.cancelPayment({ accountId, idempotencyKey }, processorPaymentId),
      find: async () => onlyIf(isCanceled, await processor.readPayment(accountId, processorPaymentId)),
    })
    if (outcome.kind === 'unknown') return await leaveOpen(deps, operation)
    if (outcome.kind === 'refused') return await release(deps, operation, outcome, openStatuses)
    return await settle(deps, operation, () => outcome.value)
  })
}

/**
 * A cancel leaves no memo on the payment, so the processor is asked again, which does no harm: if this call canceled
 * the payment, the processor repeats its saved answer until it forgets the key. After that, only events show which call
 * canceled it, and healing reads them.
 */
async function findForgotten(deps: CallDeps, call: PaymentCall<'cancel'>): Promise<Known<'cancel'> | null> {
  const { merchantId, callKey, digest } = call
  const payment = existing(await findPayment(deps.db, call), 'payment')
  if (payment.status !== 'canceled' || callKey === null) return null
  const { accountId, processorPaymentId } = payment
  const processor = processorNamed(deps, payment.processor)
  for (let attempt = 1; ; attempt++) {
    const idempotencyKey = `${callKey}-${attempt}`
    const asked = await processor.cancelPayment({ accountId, idempotencyKey }, processorPaymentId)
    if (asked.kind === 'refused') {
      const { reason, isRepeated } = asked.refusal
      if (reason === 'busy' || reason === 'turned_away') throw problems.unconfirmed()
      if (isRepeated && attempt <= maxSpentKeys) continue
      const since = await deps.history.incompleteSince(merchantId)
      if (!since || deps.clock.now().getTime() - since.getTime() < rememberedMs) return null
      await askForHealing(deps.db, merchantId)
      throw problems.historyIncomplete()
    }
    // the payment is canceled, so a failure saved under the key may have come after this call's cancel
    if (asked.kind === 'unknown' && !asked.isSavedFailure) throw problems.unconfirmed()
    const memo = { key: callKey, digest: digest.toString('base64url') }
    await restoreCall(deps, payment, { kind: 'cancel', memo }, deps.clock.now())
    return await findEarlier(deps, call)
  }
}

/** The processor remembers a key for at least this long. */
const rememberedMs = 23 * 3_600_000
