import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '../../../../config.ts'
import type { Db } from '../../../../db/db.ts'
import { isForwarded } from '../../../../deliveries/forwarded-types.ts'
import { recentlyRefusedWebhooks } from '../../../../inbox/refused-webhooks.sql.ts'
import type { Delivery, PaymentWithTimeline, ReconciliationDetail } from '../../../answers.ts'
import { findArrived } from '../facts.sql.ts'
import { type Finding, fault, ok } from '../finding.ts'
import { refusalRemedy } from '../webhook-arrivals.ts'

export interface Watch {
  db: Db
  merchantId: string
  platform: Platform
  startedAt: Date
  waitMs: number
  readPayment(paymentId: string): Promise<PaymentWithTimeline>
  /** Compares the merchant's books with the processor, from the start of the rehearsal. */
  compare(): Promise<ReconciliationDetail>
  report(finding: Finding): void
}

/** Waits for the webhook of an event, then for its callback, and reports each arrival. */
export async function awaitEvent(watch: Watch, step: string, paymentId: string, type: string): Promise<void> {
  const { db, merchantId, waitMs } = watch
  const arrived = () => findArrived(db, { merchantId, paymentId, type })
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

/** Refusals are recorded at most this often, so one from before the rehearsal may include later ones. */
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
    const remedy = 'Check that a worker runs (svcpay serve --role worker), and its log.'
    return fault(step, `The callback of ${type} was not sent.`, remedy)
  }
  const why = lastStatus === null ? (lastError ?? 'no answer') : `HTTP ${lastStatus}`
  const remedy = `Fix the merchant’s endpoint, then run svcpay deliveries redeliver ${deliveryId}.`
  return fault(step, `The callback of ${type} failed: ${why}.`, remedy)
}

export async function until<Found>(waitMs: number, look: () => Promise<Found | null>, everyMs = 200) {
  const deadline = performance.now() + waitMs
  for (;;) {
    const found = await look()
    if (found !== null || performance.now() >= deadline) return found
    await pause(everyMs)
  }
}
