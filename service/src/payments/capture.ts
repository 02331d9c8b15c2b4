import { formatMoney, proportionOf } from '../money.ts'
import { problems } from '../problems.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { processorNamed } from './deps.ts'
import { type OnPaymentKind, readIfReached } from './on-payment.ts'

export interface CaptureInput {
  /** Without it, all that is authorized. */
  amountCents?: number
}

const allowedFrom = ['requires_capture']

export const capture: OnPaymentKind<'capture', CaptureInput, PaymentSnapshot> = {
  name: 'capture',
  allowedFrom,

  plan({ payment }, input) {
    const { processor, accountId, processorPaymentId, authorizedCents, authorizedFeeCents } = payment
    if (!allowedFrom.includes(payment.status)) {
      throw problems.invalidState('Only an authorized payment can be captured.', payment.status, allowedFrom)
    }
    const { amountCents = authorizedCents } = input
    if (amountCents > authorizedCents) {
      const message = `must be at most ${authorizedCents}`
      const most = formatMoney(authorizedCents, payment.currency)
      throw problems.invalidRequest(`At most ${most} can be captured: amountCents ${message}.`, [
        { path: 'amountCents', message },
      ])
    }
    const feeCents =
      authorizedFeeCents === 0 ? null : proportionOf(authorizedFeeCents, amountCents, authorizedCents)
    return { arguments: { processor, accountId, capture: { processorPaymentId, amountCents, feeCents } } }
  },

  ask(deps, { arguments: { processor, accountId, capture } }, idempotencyKey) {
    return processorNamed(deps, processor).capturePayment({ accountId, idempotencyKey }, capture)
  },

  find(deps, { arguments: { processor, accountId, capture } }) {
    return readIfReached(processorNamed(deps, processor), accountId, capture.processorPaymentId, 'succeeded')
  },

  apply: (_payment, captured) => captured,
}
