import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { SvcpayError } from 'svcpay-client'
import { ReaderError } from './readers.js'

const read = name => readFileSync(new URL(`public/${name}`, import.meta.url))
const publicFiles = {
  '/': { type: 'text/html', content: read('index.html') },
  '/style.css': { type: 'text/css', content: read('style.css') },
  '/till.js': { type: 'text/javascript', content: read('till.js') },
}

/** The reader of this till: the first of the merchant's, or a new one in a new location. */
export async function findReader(svcpay, registrationCode) {
  const [first] = await svcpay.listReaders({ limit: 1 })
  if (first) return first
  const address = { line1: '1 Main Street', city: 'Springfield', state: 'IL', postalCode: '62701' }
  const location = await svcpay.createLocation(
    { displayName: 'Main Street', ...address },
    { idempotencyKey: 'till-location' },
  )
  return await svcpay.registerReader(
    { registrationCode, locationId: location.id, label: 'Counter' },
    { idempotencyKey: `till-reader-${registrationCode}` },
  )
}

/**
 * Stores nothing: svcpay knows the state of each payment, and the processor the state of the reader.
 * @param {{ svcpay: import('svcpay-client').SvcpayClient, [other: string]: any }} deps
 */
export function createTill({ svcpay, readers, reader, simulatorUrl }) {
  const routes = {
    'GET /reader': () => ({ label: reader.label, simulatorUrl }),

    // The sale's id is the idempotency key: however often the page repeats this call, there is one payment for a sale.
    'POST /sales': async (_id, { saleId, amountCents }) => {
      const { svcPaymentId } = await svcpay.createPayment(
        { amountCents, currency: 'usd', orderRef: saleId, paymentMethodTypes: ['card_present'] },
        { idempotencyKey: saleId },
      )
      return { svcPaymentId }
    },

    // Again after a declined card: the payment stays the same.
    'POST /present/:id': async id => {
      const payment = await svcpay.getPayment(id)
      await readers.start(reader.id, payment.processorPaymentIntentId)
      return { state: 'waiting' }
    },

    'GET /sales/:id': async id => {
      const payment = await svcpay.getPayment(id)
      if (payment.status !== 'requires_payment_method') return { state: stateOf(payment.status) }
      const { action } = await readers.find(reader.id)
      const isOurs = action?.process_payment_intent?.payment_intent === payment.processorPaymentIntentId
      if (isOurs && action.status === 'in_progress') return { state: 'waiting' }
      // svcpay will know in a moment. Until it does, the sale is not paid.
      if (isOurs && action.status === 'succeeded') return { state: 'confirming' }
      return {
        state: 'failed',
        message: (isOurs && action.failure_message) || 'The payment was not completed.',
      }
    },

    // Refused if the card has been charged in the meantime.
    'POST /cancel/:id': async id => {
      await readers.stop(reader.id).catch(ignoreReader)
      const payment = await svcpay.cancelPayment(id)
      return { state: stateOf(payment.status) }
    },
  }

  return createServer(async (req, res) => {
    try {
      const [, first, id = ''] = String(req.url).split('/')
      const route = routes[`${req.method} /${first}${id && '/:id'}`]
      const file = publicFiles[String(req.url)]
      if (req.method === 'GET' && file) send(res, 200, file.content, file.type)
      else if (!route) send(res, 404, { message: 'No such page.' })
      else send(res, 200, await route(id, req.method === 'POST' ? await bodyOf(req) : null))
    } catch (error) {
      if (error instanceof ReaderError) return send(res, 409, { message: error.message })
      if (error instanceof SvcpayError) return send(res, 409, { message: error.detail })
      console.error(error)
      send(res, 502, { message: 'Something went wrong. Try again: the card will not be charged twice.' })
    }
  })
}

/** A reader that is offline cannot take a card either. */
function ignoreReader(error) {
  if (!(error instanceof ReaderError)) throw error
}

const stateOf = status =>
  ({ succeeded: 'paid', canceled: 'canceled', partially_refunded: 'paid', refunded: 'paid' })[status] ??
  'confirming'

/** Only JSON: a page of another origin cannot send it unless the till has allowed that page to (CORS). */
async function bodyOf(req) {
  if (req.headers['content-type'] !== 'application/json') throw new ReaderError('Send JSON.')
  let text = ''
  for await (const chunk of req) text += chunk
  return JSON.parse(text)
}

function send(res, status, content, type = 'application/json') {
  res.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
  res.end(type === 'application/json' ? JSON.stringify(content) : content)
}
