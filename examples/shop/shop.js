import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { CallbackVerificationError, verifyCallback } from 'svcpay-client'
import { checkoutPage, orderPage, shopPage } from './pages.js'

/** The shop sets the prices, never the browser. */
const products = new Map([['teapot', { item: 'teapot', amountCents: 4999, currency: 'usd' }]])

const read = name => readFileSync(new URL(`public/${name}`, import.meta.url))
const publicFiles = new Map([
  ['style.css', { type: 'text/css', content: read('style.css') }],
  ['checkout.js', { type: 'text/javascript', content: read('checkout.js') }],
])

/** @param {{ svcpay: import('svcpay-client').SvcpayClient, [other: string]: any }} deps */
export function createShop({ svcpay, orders, callbackSecret, processorScript, fulfill }) {
  const routes = {
    'GET /': (_req, res) => send(res, 200, shopPage(products)),

    'GET /public/:id': (_req, res, name) => {
      const file = publicFiles.get(name)
      if (file) send(res, 200, file.content, file.type)
      else send(res, 404, { error: 'no such file' })
    },

    'POST /orders': async (req, res) => {
      const product = products.get(new URLSearchParams(String(await bodyOf(req))).get('item') ?? '')
      if (!product) return send(res, 400, { error: 'no such product' })
      res.writeHead(303, { location: `/checkout/${orders.place(product)}` }).end()
    },

    // Reloading the page repeats the call with the same key: it returns the same payment, never a second one.
    'GET /checkout/:id': async (_req, res, id) => {
      const order = orders.find(id)
      if (!order) return send(res, 404, { error: 'no such order' })
      if (!isPayable(order)) return res.writeHead(303, { location: `/orders/${id}` }).end()
      const payment = await svcpay.createPayment(
        { amountCents: order.amountCents, currency: order.currency, orderRef: order.id },
        { idempotencyKey: order.id },
      )
      orders.paymentCreated(id, payment.svcPaymentId)
      send(res, 200, checkoutPage(order, payment, processorScript))
    },

    'GET /orders/:id': (req, res, id) => {
      const order = orders.find(id)
      if (!order) return send(res, 404, { error: 'no such order' })
      const returned = new URL(req.url, 'http://shop').searchParams.get('redirect_status')
      send(res, 200, req.headers.accept?.includes('text/html') ? orderPage(order, returned) : order)
    },

    'POST /callbacks': async (req, res) => {
      const event = verifyCallback(await bodyOf(req), req.headers['svc-signature'], callbackSecret)
      const order = orders.find(event.data.object.metadata?.orderRef)
      const status = order && (await statusAfter(event, order))
      // event.id equals the Svc-Event-Id header, but is signed. The line that this writes is the fulfillment.
      if (status && orders.updateStatus(order.id, status, event.id) && status === 'fulfilled') fulfill(order)
      // Also for unknown orders and repeated events: after anything but 2xx, svcpay sends the event again.
      send(res, 200, { received: true })
    },
  }

  /** @type {(event: import('svcpay-client').CallbackEvent, order: any) => Promise<string | null>} */
  async function statusAfter(event, order) {
    if (event.type === 'payment_intent.processing') return 'payment_processing'
    if (event.type === 'payment_intent.canceled') return 'canceled'
    if (event.type === 'payment_intent.payment_failed') {
      // This may arrive late, after the shopper has tried another card: read the current state of the payment.
      const { status } = await svcpay.getPayment(event.data.object.metadata.svcPaymentId ?? '')
      return status === 'requires_payment_method' ? 'payment_failed' : null
    }
    if (event.type !== 'payment_intent.succeeded') return null
    const { amount_received, currency } = event.data.object
    return amount_received >= order.amountCents && currency === order.currency ? 'fulfilled' : 'needs_review'
  }

  return createServer(async (req, res) => {
    try {
      const [, first, id = ''] = String(req.url).replace(/\?.*/, '').split('/')
      const route = routes[`${req.method} /${first}${id && '/:id'}`]
      if (route) await route(req, res, id)
      else send(res, 404, { error: 'no such page' })
    } catch (error) {
      if (error instanceof CallbackVerificationError) return send(res, 400, { error: error.reason })
      console.error(error)
      send(res, 502, { error: 'Something went wrong. Please try again: you will not be charged twice.' })
    }
  })
}

const isPayable = ({ status }) => status === 'awaiting_payment' || status === 'payment_failed'

/** The bytes as received, because the signature covers them. */
async function bodyOf(req) {
  const chunks = []
  let size = 0
  for await (const chunk of req) {
    chunks.push(chunk)
    size += chunk.length
    if (size > 1024 * 1024) throw new Error('The body is too large')
  }
  return Buffer.concat(chunks)
}

function send(res, status, content, type = typeof content === 'string' ? 'text/html' : 'application/json') {
  res.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
  res.end(type === 'application/json' ? JSON.stringify(content) : content)
}
