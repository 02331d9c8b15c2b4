import { createServer } from 'node:http'

// A processor that costs next to nothing, so that the service is what is measured.
let made = 0
let latencyMs = 0
process.on('message', message => {
  latencyMs = message.latencyMs
})
createServer((request, response) => {
  request.resume().on('end', () => {
    const intent = {
      id: `pi_${made++}`,
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 5000,
      amount_capturable: 0,
      amount_received: 0,
      application_fee_amount: 50,
      capture_method: 'automatic',
      currency: 'usd',
      client_secret: `pi_${made}_secret_x`,
      last_payment_error: null,
      metadata: {},
    }
    const answer = () => response.setHeader('content-type', 'application/json').end(JSON.stringify(intent))
    if (latencyMs > 0) setTimeout(answer, latencyMs)
    else answer()
  })
}).listen(0, '127.0.0.1', function () {
  process.send?.(this.address().port)
})
