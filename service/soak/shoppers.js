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
 * Integrators with their shoppers. An integrator repeats each call, with the same key or blindly without one, until it gets
 * a definite answer, and remembers that answer.
 */
export function createShoppers({ url, places }, merchants, options) {
  const { random, isOver, isRestored, isKeyed, hasDisputes } = options
  const told = {
    /** @type {any[]} */
    payments: [],
    /** @type {any[]} */
    falseNos: [],
    /** @type {number[]} */
    answeredAt: [],
    /** @type {any[]} */
    sent: [],
    statuses: {},
    calls: 0,
    longestBlockMs: 0,
    /**
     * The call that waited longest, with the number of answers of each kind.
     * @type {object | null}
     */
    longestBlock: null,
  }
  // long enough for a restore, and for failovers on a busy machine
  const patienceMs = 600_000

  async function call(merchant, path, body, key) {
    const answer = await untilCertain(merchant, path, body, key)
    if (key) told.sent.push({ merchant, path, body, key, answer })
    return answer
  }

  async function untilCertain(merchant, path, body, key) {
    const started = Date.now()
    const answers = {}
    for (;;) {
      told.calls += 1
      const answer = await once(merchant, path, body, key)
      const blockMs = Date.now() - started
      const name = answer ? `${answer.status} ${answer.body.code ?? ''}`.trim() : 'none'
      answers[name] = (answers[name] ?? 0) + 1
      if (answer && !isUncertain(answer)) {
        told.answeredAt.push(Date.now())
        if (blockMs > told.longestBlockMs) {
          told.longestBlockMs = blockMs
          told.longestBlock = { call: path.split('/').at(-1), hasKey: key !== null, answers }
        }
        return answer
      }
      if (Date.now() - started > patienceMs) throw new Error(`no definite answer to ${path} in time`)
      await pause(50 + random() * 200)
    }
  }

  /** @returns {Promise<{ status: number, body: any } | null>} */
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
      told.statuses[response.status] = (told.statuses[response.status] ?? 0) + 1
      return { status: response.status, body: await response.json() }
    } catch {
      return null
    }
  }

  // a restored database may lack the payment at first
  const isUncertain = ({ status, body }) =>
    status >= 500 || status === 429 || body.code === 'in_progress' || (isRestored && status === 404)

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
    // releases that support only one processor do not name it
    const { svcPaymentId: id, processorPaymentIntentId: intentId, processor = 'stripe' } = created.body
    const { stripe } = places.find(({ name }) => name === processor)
    const payment = {
      id,
      intentId,
      processor,
      merchant,
      orderRef: key,
      refundedCents: 0,
      canceled: false,
      capturedCents: null,
    }
    told.payments.push(payment)
    const there = { stripeAccount: merchant.accounts[processor], idempotencyKey: randomUUID() }
    const isDisputed = hasDisputes && random() < 0.05
    const payment_method = isDisputed
      ? 'pm_card_createDispute'
      : methods[Math.floor(random() * methods.length)]
    await untilDone(() =>
      stripe.paymentIntents.confirm(intentId, { payment_method, return_url: 'https://shop.example/' }, there),
    )
    if (captureMethod === 'manual') {
      if (random() < 0.3) return await cancel(payment)
      await capture(payment, amountCents)
    }
    if (isDisputed) return
    const refunds = Math.floor(random() * 3)
    for (let i = 0; i < refunds; i++) await refund(payment)
    if (random() < 0.1) {
      const params = { payment_intent: intentId, amount: 50, refund_application_fee: random() < 0.5 }
      await stripe.refunds.create(params, { ...there, idempotencyKey: randomUUID() }).catch(() => {})
    }
  }

  // once the database has lost a call without a key, nothing distinguishes it from a new one
  const keyOrNone = () => (isKeyed || random() < 0.5 ? randomUUID() : null)

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
    /**
     * Repeats all calls in random order, some with a wrong body first. Returns the answers that differ from the original
     * ones.
     */
    async repeat() {
      const differing = []
      const queue = told.sent.toSorted(() => random() - 0.5)
      const repeating = Array.from({ length: 8 }, async () => {
        for (let one = queue.pop(); one; one = queue.pop()) {
          const { merchant, path, body, key, answer } = one
          if (answer.status === 200 && body.amountCents && random() < 0.5) {
            const wrong = await untilCertain(
              merchant,
              path,
              { ...body, amountCents: body.amountCents + 1 },
              key,
            )
            if (wrong.body.code !== 'idempotency_conflict')
              differing.push({ what: 'a wrong body was accepted', path, key, was: answer, is: wrong })
          }
          const again = await untilCertain(merchant, path, body, key)
          const isSame = ['svcPaymentId', 'processorPaymentIntentId'].every(
            field => again.body[field] === answer.body[field],
          )
          if (again.status === answer.status && (isSame || answer.status !== 200)) continue
          differing.push({ what: 'a key got a different answer', path, key, was: answer, is: again })
        }
      })
      await Promise.all(repeating)
      return differing
    },
    async run() {
      while (!isOver()) await story(merchants[Math.floor(random() * merchants.length)])
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
