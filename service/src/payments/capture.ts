import type { Static } from '@fastify/type-provider-typebox'
import { formatMoney, proportionOf } from '../money.ts'
import { isSameCall, memoOf, otherRequest } from '../operations/operation.ts'
import { problems } from '../problems.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { processorNamed } from './deps.ts'
import { type OnPaymentKind, readIf } from './on-payment.ts'
import type { CaptureBody } from './schemas.ts'

const allowedFrom = ['requires_capture']

export const capture: OnPaymentKind<'capture', Static<typeof CaptureBody>, PaymentSnapshot> = {
  name: 'capture',
  allowedFrom,

  /** A part of what is authorized, with the same part of the fee. For all of it, the processor works out both. */
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

  ask(deps, operation, idempotencyKey) {
    const { processor, accountId, capture } = operation.arguments
    const asked = { ...capture, memo: memoOf(operation) }
    return processorNamed(deps, processor).capturePayment({ accountId, idempotencyKey }, asked)
  },

  /** A capture of another amount was made elsewhere, so this one is no longer possible. */
  find(deps, operation) {
    const { processor, accountId, capture } = operation.arguments
    const memo = memoOf(operation)
    const isOurs = ({ status, capturedCents, amountCents, captureMemo }: PaymentSnapshot) =>
      status === 'succeeded' &&
      (captureMemo && memo?.key
        ? isSameCall(captureMemo, memo)
        : capturedCents === (capture.amountCents ?? amountCents))
    return readIf(processorNamed(deps, processor), accountId, capture.processorPaymentId, isOurs)
  },

  async recall(deps, { processor, accountId, processorPaymentId }, memo) {
    const isOurs = ({ captureMemo }: PaymentSnapshot) => captureMemo?.key === memo.key
    const captured = await readIf(processorNamed(deps, processor), accountId, processorPaymentId, isOurs)
    if (captured.kind !== 'done') return captured
    if (!captured.value) return { kind: 'done', value: null }
    if (captured.value.captureMemo?.digest !== memo.digest) return otherRequest
    const args = { processor, accountId, capture: { processorPaymentId, feeCents: null } }
    return { kind: 'done', value: { arguments: args, answer: captured.value } }
  },

  apply: (_payment, captured) => captured,
}
