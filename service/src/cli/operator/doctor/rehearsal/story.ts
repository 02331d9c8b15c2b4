import { reasonOf } from '../../../../processors/outcomes.ts'
import type { Processor } from '../../../../processors/port.ts'
import type { Payment } from '../../../answers.ts'
import { CommandFault } from '../../../context.ts'
import { at } from '../../../operator-command.ts'
import { type Finding, fault, ok } from '../finding.ts'
import { awaitEvent, until, type Watch } from './await-event.ts'
import { compare } from './compare.ts'

const authorizedCents = 2000
const capturedCents = 1500
const refundedCents = 500

/** A call of the merchant's API, with a key of its own. */
export type MerchantCall = <Answer>(path: string, body: object) => Promise<Answer>

interface Stage {
  watch: Watch
  call: MerchantCall
  processor: Processor
  accountId: string
}

/** A payment that is authorized, captured and refunded in part, and another one that is canceled. */
export async function play(stage: Stage): Promise<void> {
  const { watch, call } = stage
  const { report } = watch
  const create = () =>
    call<Payment & { publishableKey: string }>('/payments/intents', {
      amountCents: authorizedCents,
      captureMethod: 'manual',
      paymentMethodTypes: ['card'],
      orderRef: 'rehearsal',
    })
  const act = (id: string, action: string, body: object = {}) =>
    call<Payment>(at`/payments/${id}/${action}`, body)
  const created = await create()
  const { svcPaymentId: paymentId, processorPaymentIntentId: intentId } = created
  if (created.publishableKey !== stage.processor.publishableKey) {
    await act(paymentId, 'cancel')
    throw new CommandFault('The service has other keys. Run this with the settings of that instance.')
  }
  report(ok('create', `${paymentId} (${intentId}) was created, with manual capture.`))

  await payWithTestCard(stage, intentId)
  report(ok('pay', 'The processor accepted a test card.'))
  await awaitEvent(watch, { step: 'pay', paymentId, type: 'payment_intent.amount_capturable_updated' })

  const captured = await act(paymentId, 'capture', { amountCents: capturedCents })
  report(ok('capture', `A part was captured; the payment is ${captured.status}.`))
  await awaitEvent(watch, { step: 'capture', paymentId, type: 'payment_intent.succeeded' })

  const refunded = await act(paymentId, 'refund', { amountCents: refundedCents })
  report(ok('refund', `A part was refunded; the payment is ${refunded.status}.`))
  await awaitEvent(watch, { step: 'refund', paymentId, type: 'charge.refunded' })
  // the only event sent to the endpoint of the platform's own account
  if (refunded.applicationFeeCents > 0)
    await awaitEvent(watch, { step: 'refund', paymentId, type: 'application_fee.refunded' }, false)

  const other = await create()
  const canceled = await act(other.svcPaymentId, 'cancel')
  report(ok('cancel', `${other.svcPaymentId} was created and is ${canceled.status}.`))
  await awaitEvent(watch, {
    step: 'cancel',
    paymentId: other.svcPaymentId,
    type: 'payment_intent.canceled',
  })

  await compareAll(stage, paymentId, { status: 'partially_refunded', capturedCents, refundedCents })
  await compareAll(stage, other.svcPaymentId, { status: 'canceled', capturedCents: 0, refundedCents: 0 })
}

async function payWithTestCard({ processor, accountId }: Stage, intentId: string): Promise<void> {
  const paid = await processor.payWithTestCard?.(accountId, intentId)
  if (paid?.kind === 'done' && paid.value.status === 'requires_capture') return
  const why = paid?.kind === 'done' ? `The payment is ${paid.value.status}.` : paid && reasonOf(paid)
  throw new CommandFault(`The processor did not accept the test card. ${why}`)
}

/** Retries, because amounts may not be in the books yet. */
async function compareAll(
  { watch, processor, accountId }: Stage,
  paymentId: string,
  wanted: Parameters<typeof compare>[2],
): Promise<void> {
  let last: Finding = fault('books', 'The processor did not answer.', 'Run this again.')
  await until(watch.waitMs, async () => {
    const payment = await watch.readPayment(paymentId)
    const there = await processor.readPayment(accountId, payment.processorPaymentIntentId)
    if (there.kind === 'done') last = compare(payment, there.value, wanted)
    return last.state === 'ok' ? last : null
  })
  watch.report(last)
}
