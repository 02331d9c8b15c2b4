import { reasonOf } from '../../../../processors/outcomes.ts'
import type { Processor } from '../../../../processors/port.ts'
import type { Payment } from '../../../answers.ts'
import { CommandFault } from '../../../context.ts'
import { at } from '../../../operator-command.ts'
import { counted } from '../../../output.ts'
import { comparedIn } from '../../reconcile.ts'
import { fault, ok } from '../finding.ts'
import { awaitEvent, until, type Watch } from './await-event.ts'

const authorizedCents = 2000
const capturedCents = 1500
const refundedCents = 500

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
  await awaitEvent(watch, 'pay', paymentId, 'payment_intent.amount_capturable_updated')

  const captured = await act(paymentId, 'capture', { amountCents: capturedCents })
  report(ok('capture', `A part was captured; the payment is ${captured.status}.`))
  await awaitEvent(watch, 'capture', paymentId, 'payment_intent.succeeded')

  const refunded = await act(paymentId, 'refund', { amountCents: refundedCents })
  report(ok('refund', `A part was refunded; the payment is ${refunded.status}.`))
  await awaitEvent(watch, 'refund', paymentId, 'charge.refunded')
  // the only event sent to the endpoint of the platform's own account
  if (refunded.applicationFeeCents > 0)
    await awaitEvent(watch, 'refund', paymentId, 'application_fee.refunded')

  const other = await create()
  const canceled = await act(other.svcPaymentId, 'cancel')
  report(ok('cancel', `${other.svcPaymentId} was created and is ${canceled.status}.`))
  await awaitEvent(watch, 'cancel', other.svcPaymentId, 'payment_intent.canceled')

  await compareBooks(watch)
}

async function payWithTestCard({ processor, accountId }: Stage, intentId: string): Promise<void> {
  const paid = await processor.payWithTestCard?.(accountId, intentId)
  if (paid?.kind === 'done' && paid.value.status === 'requires_capture') return
  const why = paid?.kind === 'done' ? `The payment is ${paid.value.status}.` : paid && reasonOf(paid)
  throw new CommandFault(`The processor did not accept the test card. ${why}`)
}

/** The service keeps a record of every comparison. */
const compareEveryMs = 5000

/** Retries, because amounts may not be in the books yet. */
async function compareBooks({ compare, waitMs, merchantId, report }: Watch): Promise<void> {
  let found = 'The books could not be compared.'
  const look = async () => {
    const run = await compare()
    found = run.error ?? `The books differ from the processor: ${counted(run.unexplained, 'difference')}.`
    return run.state === 'done' && run.unexplained === 0 ? run : null
  }
  const equal = await until(waitMs, look, compareEveryMs)
  if (equal) report(ok('books', `Payments, ledger and processor agree: ${comparedIn(equal)}.`))
  else report(fault('books', found, `Run svcpay reconcile --merchant ${merchantId}.`))
}
