import { createServer } from 'node:http'
import { serveTasks } from '../src/children.js'
import { urlOf } from '../src/connections.js'
import { median } from '../src/statistics.js'

// A processor that costs next to nothing. It answers the creation of a payment intent as Stripe does, after a set
// latency, and has no events to list.
let made = 0
let latencyMs = 0
let held = []

const server = createServer((request, response) => {
  const began = performance.now()
  request.resume().on('end', () => {
    if (latencyMs === 0) return answer(request, response)
    setTimeout(() => {
      held.push(performance.now() - began)
      answer(request, response)
    }, latencyMs)
  })
}).listen(0, '127.0.0.1', () => {
  serveTasks(urlOf(server), {
    setLatency(options) {
      latencyMs = options.latencyMs
      held = []
    },
    /** How long it really delayed an answer, because timers are late. */
    heldMs: () => median(held),
  })
})

function answer(request, response) {
  const { method, url } = request
  const isCreate = method === 'POST' && url.startsWith('/v1/payment_intents')
  const body = isCreate ? newIntent() : { object: 'list', url, has_more: false, data: [] }
  const text = JSON.stringify(body)
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text)
}

function newIntent() {
  const id = `pi_stub${process.pid}x${made++}`
  return {
    id,
    object: 'payment_intent',
    status: 'requires_payment_method',
    amount: 5000,
    amount_capturable: 0,
    amount_received: 0,
    application_fee_amount: 50,
    automatic_payment_methods: { enabled: true },
    capture_method: 'automatic',
    client_secret: `${id}_secret_k7Wq2`,
    confirmation_method: 'automatic',
    created: Math.floor(Date.now() / 1000),
    currency: 'usd',
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    next_action: null,
    payment_method: null,
    payment_method_types: ['card'],
  }
}
