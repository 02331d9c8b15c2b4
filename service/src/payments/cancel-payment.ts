import { askOnce } from '../operations/ask-once.ts'
import { surrender } from '../operations/conclude.ts'
import type { Reply } from '../operations/gate.ts'
import type { Claimed } from '../operations/operation.ts'
import { problems } from '../problems.ts'
import type { Locked } from './locked.ts'
import { type PaymentDeps, processorNamed, readIfReached } from './operate.ts'
import { enterOnPayment, type OperationTarget, type Plan, settleOnPayment } from './operate-on-payment.ts'
import { canMove, paymentStatuses } from './payment.ts'
import { refuseOnPayment } from './refuse-on-payment.ts'

interface CancelIntent {
  processor: string
  accountId: string
  processorPaymentId: string
}

const cancelable = paymentStatuses.filter(status => canMove(status, 'canceled'))

export async function cancelPayment(deps: PaymentDeps, target: OperationTarget): Promise<Reply> {
  const entered = await enterOnPayment(deps, target, plan)
  return entered.kind === 'reply' ? entered.reply : await performCancel(deps, entered.operation)
}

export async function performCancel(deps: PaymentDeps, operation: Claimed): Promise<Reply> {
  const { processor: name, accountId, processorPaymentId } = operation.intent as CancelIntent
  const processor = processorNamed(deps, name)
  const outcome = await askOnce(deps, operation, processor, {
    ask: idempotencyKey => processor.cancelPayment({ accountId, idempotencyKey }, processorPaymentId),
    find: () => readIfReached(processor, accountId, processorPaymentId, 'canceled'),
  })
  if (outcome.kind === 'unknown') throw await surrender(deps, operation)
  if (outcome.kind === 'refused') throw await refuseOnPayment(deps, operation, outcome.refusal, cancelable)
  return await settleOnPayment(deps, operation, () => outcome.value)
}

function plan({ payment }: Locked): Plan {
  if (!canMove(payment.status, 'canceled')) {
    throw problems.invalidState(
      'Only a payment that has not been completed can be canceled.',
      payment.status,
      cancelable,
    )
  }
  const { processor, accountId, processorPaymentId } = payment
  return { intent: { processor, accountId, processorPaymentId } satisfies CancelIntent }
}
