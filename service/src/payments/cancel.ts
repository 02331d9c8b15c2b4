import { problems } from '../problems.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { processorNamed } from './deps.ts'
import { type OnPaymentKind, readIf } from './on-payment.ts'
import { canMove, paymentStatuses } from './payment.ts'

const allowedFrom = paymentStatuses.filter(status => canMove(status, 'canceled'))

export const cancel: OnPaymentKind<'cancel', unknown, PaymentSnapshot> = {
  name: 'cancel',
  allowedFrom,

  readsFirst: () => false,

  plan({ payment }) {
    const { processor, accountId, processorPaymentId, status } = payment
    if (!canMove(status, 'canceled')) {
      const detail = 'Only a payment that has not been completed can be canceled.'
      throw problems.invalidState(detail, status, allowedFrom)
    }
    return { arguments: { processor, accountId, processorPaymentId } }
  },

  terms: () => [],

  ask(deps, { arguments: { processor, accountId, processorPaymentId } }, idempotencyKey) {
    return processorNamed(deps, processor).cancelPayment({ accountId, idempotencyKey }, processorPaymentId)
  },

  find(deps, { arguments: { processor, accountId, processorPaymentId } }) {
    const isCanceled = ({ status }: PaymentSnapshot) => status === 'canceled'
    return readIf(processorNamed(deps, processor), accountId, processorPaymentId, isCanceled)
  },

  /**
   * A canceled payment stays canceled, so asking again changes nothing: the processor repeats its answer to the key, or
   * refuses. A failure that it keeps may have come after the effect.
   */
  async recall(deps, { processor, accountId, processorPaymentId, status }, { key }) {
    if (status !== 'canceled') return { kind: 'done', value: null }
    const there = processorNamed(deps, processor)
    const asked = await there.cancelPayment({ accountId, idempotencyKey: `${key}-1` }, processorPaymentId)
    const isKeptFailure = asked.kind === 'unknown' && asked.isLastWord
    const canceled = isKeptFailure ? await there.readPayment(accountId, processorPaymentId) : asked
    if (canceled.kind === 'refused') return { kind: 'done', value: null }
    if (canceled.kind === 'unknown') return canceled
    const args = { processor, accountId, processorPaymentId }
    return { kind: 'done', value: { arguments: args, answer: canceled.value } }
  },

  apply: (_payment, canceled) => canceled,
}
