import type { Static } from '@fastify/type-provider-typebox'
import { formatMoney, proportionOf } from '../money.ts'
import { askOnce } from '../operations/ask-once.ts'
import { type LeasedOperation, memoOf } from '../operations/operation.ts'
import { findEarlier, leaveOpen, type Reply, underLease } from '../operations/reply.ts'
import { problems } from '../problems.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { inSpan } from '../tracing/span.ts'
import {
  begin,
  callOn,
  onlyIf,
  type PaymentTarget,
  type Plan,
  readFirst,
  release,
  settle,
} from './call-on-payment.ts'
import { type CallDeps, processorNamed } from './deps.ts'
import type { Payment, PaymentStatus } from './payment.ts'
import type { CaptureBody } from './schemas.ts'

type CaptureInput = Static<typeof CaptureBody>

const allowedFrom: PaymentStatus[] = ['requires_capture']

/** Captures an authorized payment in full or in part, once per key. */
export async function capturePayment(deps: CallDeps, target: PaymentTarget<CaptureInput>): Promise<Reply> {
  const call = await callOn(deps, 'capture', target)
  return await inSpan('operation capture', { 'svcpay.merchant_id': call.merchantId }, async () => {
    const known =
      (await findEarlier(deps, call)) ??
      (await readFirst(deps, call)) ??
      (await begin(deps, call, ({ payment }) => plan(payment, target.body)))
    return known.kind === 'answered' ? known.reply : await completeCapture(deps, known.operation)
  })
}

/** Completes the operation, starting with the call to the processor. Retries and the recovery job also start here. */
export async function completeCapture(deps: CallDeps, operation: LeasedOperation<'capture'>): Promise<Reply> {
  const { processor: name, accountId, capture } = operation.arguments
  const processor = processorNamed(deps, name)
  const memo = memoOf(operation)
  // another amount means that somebody else captured the payment, so ours is no longer possible
  const isOurs = ({ status, capturedCents, amountCents, captureMemo }: PaymentSnapshot) =>
    status === 'succeeded' &&
    (captureMemo && memo.key
      ? captureMemo.key === memo.key && captureMemo.digest === memo.digest
      : capturedCents === (capture.amountCents ?? amountCents))
  return await underLease(deps, operation, async () => {
    const outcome = await askOnce(deps, operation, {
      readTime: () => processor.readTime(accountId),
      ask: idempotencyKey => processor.capturePayment({ accountId, idempotencyKey }, { ...capture, memo }),
      find: async () => onlyIf(isOurs, await processor.readPayment(accountId, capture.processorPaymentId)),
    })
    if (outcome.kind === 'unknown') return await leaveOpen(deps, operation)
    if (outcome.kind === 'refused') return await release(deps, operation, outcome, allowedFrom)
    return await settle(deps, operation, () => outcome.value)
  })
}

/** A partial capture takes the same share of the fee. For a full capture, the processor works out both amounts. */
function plan(payment: Payment, { amountCents }: CaptureInput): Plan<'capture'> {
  const { processor, accountId, processorPaymentId, status, authorizedCents, authorizedFeeCents } = payment
  if (!allowedFrom.includes(status)) {
    throw problems.invalidState('Only an authorized payment can be captured.', status, allowedFrom)
  }
  if (amountCents === undefined)
    return { arguments: { processor, accountId, capture: { processorPaymentId, feeCents: null } } }
  const most = formatMoney(authorizedCents, payment.currency)
  if (amountCents > authorizedCents)
    throw problems.tooMuch(`At most ${most} can be captured`, authorizedCents)
  const feeCents =
    authorizedFeeCents === 0 ? null : proportionOf(authorizedFeeCents, amountCents, authorizedCents)
  return { arguments: { processor, accountId, capture: { processorPaymentId, amountCents, feeCents } } }
}
