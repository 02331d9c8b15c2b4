import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '../../../../config.ts'
import type { Db } from '../../../../db/db.ts'
import { isForwarded } from '../../../../deliveries/forwarded-types.ts'
import { recentlyRefusedWebhooks } from '../../../../inbox/refused-webhooks.sql.ts'
import { reasonOf } from '../../../../processors/outcomes.ts'
import type { Processor } from '../../../../processors/port.ts'
import type { Delivery, Payment, PaymentWithTimeline, ReconciliationDetail } from '../../../answers.ts'
import { CommandFault } from '../../../context.ts'
import { at } from '../../../operator-command.ts'
import { counted } from '../../../output.ts'
import { comparedIn } from '../../reconcile.ts'
import { findArrived } from '../facts.sql.ts'
import { type Finding, fault, ok } from '../finding.ts'
import { refusalRemedy } from '../webhooks.ts'

const authorizedCents = 2000
const capturedCents = 1500
const refundedCents = 500

export type MerchantCall = <Answer>(path: string, body: object) => Promise<Answer>

/** A payment that is authorized, captured and refunded in part, and another one that is canceled. */
export async function play(watch: Watch, call: MerchantCall): Promise<void> {
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
  if (created.publishableKey !== watch.processor.publishableKey) {
    await act(paymentId, 'cancel')
    throw new CommandFault('The service uses different processor keys. Run this with the service’s settings.')
  }
  report(ok('create', `${paymentId} (${intentId}) was created, with manual capture.`))

  await payWithTestCard(watch, intentId)
  report(ok('pay', 'The processor accepted a test card.'))
  await awaitEvent(watch, 'pay', paymentId, 'payment_intent.amount_capturable_updated')

  const captured = await act(paymentId, 'capture', { amountCents: capturedCents })
  report(ok('capture', `Part of it was captured; the payment is ${captured.status}.`))
  await awaitEvent(watch, 'capture', paymentId, 'payment_intent.succeeded')

  const refunded = await act(paymentId, 'refund', { amountCents: refundedCents })
  report(ok('refund', `Part of it was refunded; the payment is ${refunded.status}.`))
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

async function payWithTestCard({ processor, accountId }: Watch, intentId: string): Promise<void> {
  const paid = await processor.payWithTestCard?.(accountId, intentId)
  if (paid?.kind === 'done' && paid.value.status === 'requires_capture') return
  const why = paid?.kind === 'done' ? `The payment is ${paid.value.status}.` : paid && reasonOf(paid)
  throw new CommandFault(`The processor did not accept the test card. ${why}`)
}

/** Not more often, because the service keeps a record of every comparison. */
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

interface Watch {
  db: Db
  merchantId: string
  platform: Platform
  processor: Processor
  accountId: string
  startedAt: Date
  waitMs: number
  readPayment(paymentId: string): Promise<PaymentWithTimeline>
  /** Compares the merchant's books with the processor, from the start of the rehearsal. */
  compare(): Promise<ReconciliationDetail>
  report(finding: Finding): void
}

/** Waits for the webhook of an event, then for its callback, and reports each arrival. */
async function awaitEvent(watch: Watch, step: string, paymentId: string, type: string): Promise<void> {
  const { db, merchantId, waitMs } = watch
  const arrived = () => findArrived(db, merchantId, paymentId, type)
  // the search may find the event before its webhook arrives
  const byWebhook = await until(waitMs, async () => {
    const event = await arrived()
    return event?.byWebhook ? event : null
  })
  const event = byWebhook ?? (await arrived())
  if (event?.byWebhook) watch.report(ok(step, `${type} came by webhook.`))
  else {
    const polled = event ? '; polling the processor found the event' : ''
    const found = `No ${type} webhook within ${waitMs / 1000} s${polled}.`
    watch.report(fault(step, found, await whyNoWebhook(watch)))
  }
  if (!event || !isForwarded(type)) return
  const readDelivery = async () =>
    (await watch.readPayment(paymentId)).deliveries.find(({ eventId }) => eventId === event.eventId) ?? null
  const settled = await until(waitMs, async () => {
    const delivery = await readDelivery()
    return delivery && delivery.attempts === 0 ? null : { delivery }
  })
  watch.report(callbackFinding(step, type, settled ? settled.delivery : await readDelivery()))
}

/** Refusals are recorded at most this often, so a record from just before the rehearsal may also cover later refusals. */
const noteEveryMs = 10_000

async function whyNoWebhook({ db, platform, startedAt }: Watch): Promise<string> {
  const since = startedAt.getTime() - noteEveryMs
  const refused = (await recentlyRefusedWebhooks(db)).find(
    ({ processor, lastAt }) => processor === platform.name && lastAt.getTime() > since,
  )
  if (refused) return `The service refused webhooks. ${refusalRemedy(refused, platform)}`
  return 'No webhook reached the service: check the endpoints’ address and events with svcpay doctor, then the firewall and the proxy.'
}

function callbackFinding(step: string, type: string, delivery: Delivery | null): Finding {
  if (!delivery) {
    const remedy = 'The merchant has no callback URL: set one with svcpay callback set.'
    return fault(step, `No callback was queued for ${type}.`, remedy)
  }
  const { state, attempts, lastStatus, lastError, deliveryId } = delivery
  if (state === 'delivered') return ok(step, `The endpoint returned ${lastStatus} for ${type}.`)
  if (attempts === 0) {
    const remedy = 'Check that a worker is running (svcpay serve --role worker), and read its log.'
    return fault(step, `The callback of ${type} was not sent.`, remedy)
  }
  const why = lastStatus === null ? (lastError ?? 'no answer') : `HTTP ${lastStatus}`
  const remedy = `Fix the merchant’s endpoint, then run svcpay deliveries redeliver ${deliveryId}.`
  return fault(step, `The callback of ${type} failed: ${why}.`, remedy)
}

async function until<Found>(waitMs: number, look: () => Promise<Found | null>, everyMs = 200) {
  const deadline = performance.now() + waitMs
  for (;;) {
    const found = await look()
    if (found !== null || performance.now() >= deadline) return found
    await pause(everyMs)
  }
}
