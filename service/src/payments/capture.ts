import { formatMoney, proportionOf } from '../money.ts'
import { problems } from '../problems.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { processorNamed } from './deps.ts'
import { type OnPaymentKind, readIf } from './on-payment.ts'

export interface CaptureInput {
  /** Without it, all that is authorized. */
  amountCents?: number
}

const allowedFrom = ['requires_capture']

export const capture: OnPaymentKind<'capture', CaptureInput, PaymentSnapshot> = {
  name: 'capture',
  allowedFrom,

  /** A part of what is held now, with the same part of its fee. All of it is for the processor to work out. */
  readsFirst: (_payment, { amountCents }) => amountCents !== undefined,

  plan({ payment }, { amountCents }) {
    const { processor, accountId, processorPaymentId, authorizedCents, authorizedFeeCents } = payment
    if (!allowedFrom.includes(payment.status)) {
      throw problems.invalidState('Only an authorized payment can be captured.', payment.status, allowedFrom)
    }
    if (amountCents === undefined) {
      return { arguments: { processor, accountId, capture: { processorPaymentId, feeCents: null } } }
    }
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

  terms: ({ capture: { amountCents, feeCents } }) => [amountCents, feeCents],

  ask(deps, { arguments: { processor, accountId, capture } }, idempotencyKey) {
    return processorNamed(deps, processor).capturePayment({ accountId, idempotencyKey }, capture)
  },

  /** One of another amount was made elsewhere: what was asked for here can no longer be. */
  find(deps, { arguments: { processor, accountId, capture } }) {
    const isOurs = ({ status, capturedCents, amountCents }: PaymentSnapshot) =>
      status === 'succeeded' && capturedCents === (capture.amountCents ?? amountCents)
    return readIf(processorNamed(deps, processor), accountId, capture.processorPaymentId, isOurs)
  },

  apply: (_payment, captured) => captured,
}
