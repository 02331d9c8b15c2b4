import { formatMoney, proportionOf } from '../money.ts'
import { askOnce } from '../operations/ask-once.ts'
import { surrender } from '../operations/conclude.ts'
import type { Reply } from '../operations/gate.ts'
import type { Claimed } from '../operations/operation.ts'
import { problems } from '../problems.ts'
import type { Capture } from '../processors/port.ts'
import type { Locked } from './locked.ts'
import { type PaymentDeps, processorNamed, readIfReached } from './operate.ts'
import { enterOnPayment, type OperationTarget, type Plan, settleOnPayment } from './operate-on-payment.ts'
import { refuseOnPayment } from './refuse-on-payment.ts'

interface CaptureIntent {
  processor: string
  accountId: string
  capture: Capture
}

const capturable = ['requires_capture']

export async function capturePayment(
  deps: PaymentDeps,
  target: OperationTarget,
  amountCents: number | null,
): Promise<Reply> {
  const entered = await enterOnPayment(deps, target, locked => plan(locked, amountCents))
  return entered.kind === 'reply' ? entered.reply : await performCapture(deps, entered.operation)
}

export async function performCapture(deps: PaymentDeps, operation: Claimed): Promise<Reply> {
  const { processor: name, accountId, capture } = operation.intent as CaptureIntent
  const processor = processorNamed(deps, name)
  const outcome = await askOnce(deps, operation, processor, {
    ask: idempotencyKey => processor.capturePayment({ accountId, idempotencyKey }, capture),
    find: () => readIfReached(processor, accountId, capture.processorPaymentId, 'succeeded'),
  })
  if (outcome.kind === 'unknown') throw await surrender(deps, operation)
  if (outcome.kind === 'refused') throw await refuseOnPayment(deps, operation, outcome.refusal, capturable)
  return await settleOnPayment(deps, operation, () => outcome.value)
}

function plan({ payment }: Locked, requested: number | null): Plan {
  if (!capturable.includes(payment.status)) {
    throw problems.invalidState('Only an authorized payment can be captured.', payment.status, capturable)
  }
  const { authorizedCents, authorizedFeeCents } = payment
  const amountCents = requested ?? authorizedCents
  if (amountCents > authorizedCents) {
    const detail = `At most ${formatMoney(authorizedCents, payment.currency)} can be captured: amountCents must be at most ${authorizedCents}.`
    throw problems.invalidRequest(detail, [
      { path: 'amountCents', message: `must be at most ${authorizedCents}` },
    ])
  }
  const feeCents =
    authorizedFeeCents === 0 ? null : proportionOf(authorizedFeeCents, amountCents, authorizedCents)
  const capture = { processorPaymentId: payment.processorPaymentId, amountCents, feeCents }
  return {
    intent: { processor: payment.processor, accountId: payment.accountId, capture } satisfies CaptureIntent,
  }
}
