import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

const methods = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_refundFail',
  'pm_card_pendingRefund',
]

/**
 * Integrators with their shoppers. Each remembers what it was told for certain, and asks again, with the same key or
 * blindly without one, until it was.
 */
export function createShoppers({ url, stripe }, merchants, { random, until }) {
  const told = { payments: [], falseNos: [], calls: 0, longestBlockMs: 0 }

  async function call(merchant, path, body, key) {
    const started = Date.now()
    for (;;) {
      told.calls += 1
      const answer = await once(merchant, path, body, key)
      if (answer && !isUncertain(answer)) {
        told.longestBlockMs = Math.max(told.longestBlockMs, Date.now() - started)
        return answer
      }
      if (Date.now() - started > 120_000) throw new Error(`no certain answer to ${path} within two minutes`)
      await pause(50 + random() * 200)
    }
  }

  async function once(merchant, path, body, key) {
    try {
      const response = await fetch(`${url}/v1${path}`, {
        method: 'POST',
        headers: {
          'x-api-key': merchant.apiKey,
          'content-type': 'application/json',
          ...(key ? { 'idempotency-key': key } : {}),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(30_000),
      })
      return { status: response.status, body: await response.json() }
    } catch {
      return null
    }
  }

  const isUncertain = ({ status, body }) => status >= 500 || status === 429 || body.code === 'in_progress'

  async function story(merchant) {
    const key = randomUUID()
    const captureMethod = random() < 0.4 ? 'manual' : 'automatic'
    const amountCents = 500 + Math.floor(random() * 9_500)
    const created = await call(
      merchant,
      '/payments/intents',
      { amountCents, captureMethod, orderRef: key },
      key,
    )
    if (created.status !== 200) throw new Error(`create: ${created.status} ${JSON.stringify(created.body)}`)
    const { svcPaymentId: id, processorPaymentIntentId: intentId } = created.body
    const payment = {
      id,
      intentId,
      merchant,
      orderRef: key,
      refundedCents: 0,
      canceled: false,
      capturedCents: null,
    }
    told.payments.push(payment)
    const there = { stripeAccount: merchant.accountId, idempotencyKey: randomUUID() }
    const payment_method = methods[Math.floor(random() * methods.length)]
    await untilDone(() =>
      stripe.paymentIntents.confirm(intentId, { payment_method, return_url: 'https://shop.example/' }, there),
    )
    if (captureMethod === 'manual') {
      if (random() < 0.3) return await cancel(payment)
      await capture(payment, amountCents)
    }
    const refunds = Math.floor(random() * 3)
    for (let i = 0; i < refunds; i++) await refund(payment)
    if (random() < 0.1) {
      const params = { payment_intent: intentId, amount: 50, refund_application_fee: random() < 0.5 }
      await stripe.refunds.create(params, { ...there, idempotencyKey: randomUUID() }).catch(() => {})
    }
  }

  const keyOrNone = () => (random() < 0.5 ? randomUUID() : null)

  function certainOf(payment, kind, { status, body }) {
    if (body.code === 'invalid_state') told.falseNos.push({ id: payment.id, kind, ...body })
    else if (status !== 200 && body.code !== 'invalid_request') {
      throw new Error(`${kind}: ${status} ${JSON.stringify(body)}`)
    }
    return status === 200
  }

  async function cancel(payment) {
    payment.canceled = certainOf(
      payment,
      'cancel',
      await call(payment.merchant, `/payments/${payment.id}/cancel`, {}, keyOrNone()),
    )
  }

  async function capture(payment, amountCents) {
    const body = random() < 0.5 ? {} : { amountCents: Math.ceil(amountCents * (0.5 + random() / 2)) }
    const answer = await call(payment.merchant, `/payments/${payment.id}/capture`, body, keyOrNone())
    if (certainOf(payment, 'capture', answer)) payment.capturedCents = answer.body.amountCents
  }

  async function refund(payment) {
    const body = { amountCents: 50 + Math.floor(random() * 150), refundApplicationFee: random() < 0.7 }
    const answer = await call(payment.merchant, `/payments/${payment.id}/refund`, body, keyOrNone())
    if (certainOf(payment, 'refund', answer)) payment.refundedCents += body.amountCents
  }

  return {
    told,
    async run() {
      while (Date.now() < until) await story(merchants[Math.floor(random() * merchants.length)])
    },
  }
}

async function untilDone(work) {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (error.type === 'StripeCardError' || tries > 100) throw error
      await pause(200)
    }
  }
}
