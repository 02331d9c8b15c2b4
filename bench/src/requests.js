import { createHmac, randomBytes } from 'node:crypto'

/** Returns a function for the bytes of the next request of this kind, or null when there are no more. */
export function requestsOf(kind, given) {
  return kinds[kind](given)
}

const kinds = { create, retrieve, webhook }

function create({ apiKeys }) {
  const run = randomBytes(6).toString('hex')
  let made = 0
  return () => {
    const n = made++
    const body = `{"amountCents":5000,"currency":"usd","orderRef":"order-${n}"}`
    const key = apiKeys[n % apiKeys.length]
    return post('/v1/payments/intents', body, `x-api-key: ${key}\r\nidempotency-key: ${run}-${n}`)
  }
}

/** `payments` are pairs of an API key and an id. */
function retrieve({ payments, prefix = '' }) {
  let n = Math.floor(Math.random() * payments.length)
  return () => {
    // A jump in the list, so that consecutive requests are far apart.
    n = (n + 7919) % payments.length
    const [apiKey, id] = payments[n]
    return `GET ${prefix}/v1/payments/${id} HTTP/1.1\r\nhost: bench\r\nx-api-key: ${apiKey}\r\n\r\n`
  }
}

/** One event for each payment, as if its customer had paid. */
function webhook({ payments, webhookSecret }) {
  let made = 0
  return () => (made < payments.length ? webhookBytes(payments[made++], webhookSecret) : null)
}

export function webhookBytes([paymentId, intentId, accountId], secret) {
  const seconds = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    id: `evt_${intentId.slice(3)}`,
    object: 'event',
    api_version: null,
    account: accountId,
    type: 'payment_intent.succeeded',
    created: seconds,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: {
      object: {
        id: intentId,
        object: 'payment_intent',
        amount: 5000,
        amount_capturable: 0,
        amount_received: 5000,
        application_fee_amount: 50,
        capture_method: 'automatic',
        client_secret: `${intentId}_secret_k7Wq2`,
        created: seconds,
        currency: 'usd',
        last_payment_error: null,
        latest_charge: `ch_${intentId.slice(3)}`,
        livemode: false,
        metadata: { svcPaymentId: paymentId, orderRef: 'order-1001' },
        payment_method: 'pm_card_visa',
        payment_method_types: ['card'],
        status: 'succeeded',
      },
    },
  })
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return post('/webhooks/processor', body, `stripe-signature: t=${seconds},v1=${signature}`)
}

export function post(path, body, headers) {
  const head = `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n${headers}`
  return `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
