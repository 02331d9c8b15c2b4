import { createServer } from 'node:http'
import { CallbackVerificationError, verifyCallback } from 'svcpay-client'
import { checkoutPage, orderPage, shopPage } from './pages.js'

/** Prices are the shop's to say, never the browser's. */
const products = new Map([['teapot', { item: 'teapot', amountCents: 4999, currency: 'usd' }]])

/** @param {{ svcpay: import('svcpay-client').SvcpayClient, [other: string]: any }} deps */
export function createShop({ svcpay, orders, callbackSecret, processorScript, fulfil }) {
  const routes = {
    'GET /': (_req, res) => send(res, 200, shopPage(products)),

    'POST /orders': async (req, res) => {
      const product = products.get(new URLSearchParams(String(await bodyOf(req))).get('item') ?? '')
      if (!product) return send(res, 400, { error: 'no such product' })
      res.writeHead(303, { location: `/checkout/${orders.place(product)}` }).end()
    },

    // Loading the page again repeats the call with the same key: the same payment comes back, never a second one.
    'GET /checkout/:id': async (_req, res, id) => {
      const order = orders.find(id)
      if (!order) return send(res, 404, { error: 'no such order' })
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
      send(res, 200, req.headers.accept?.includes('text/html') ? orderPage(order) : order)
    },

    'POST /callbacks': async (req, res) => {
      const event = verifyCallback(await bodyOf(req), req.headers['svc-signature'], callbackSecret)
      const order = orders.find(event.data.object.metadata?.orderRef)
      const status = order && statusAfter(event, order)
      // event.id is the Svc-Event-Id, but signed, as the header is not. The record made here is the fulfilment.
      if (status && orders.moveOn(order, status, event.id) && status === 'fulfilled') fulfil(order)
      // Also for what is not ours or was seen before: anything but 2xx would have it sent again.
      send(res, 200, { received: true })
    },
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
      send(res, 502, { error: 'That did not work. Nothing is lost: please try again.' })
    }
  })
}

/** @type {(event: import('svcpay-client').CallbackEvent, order: any) => string | null} */
function statusAfter(event, order) {
  if (event.type === 'payment_intent.processing') return 'payment_processing'
  if (event.type === 'payment_intent.payment_failed') return 'payment_failed'
  if (event.type !== 'payment_intent.succeeded') return null
  const { amount_received, currency } = event.data.object
  return amount_received >= order.amountCents && currency === order.currency ? 'fulfilled' : 'needs_review'
}

/** The bytes as they came: the signature is over these. */
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

function send(res, status, content) {
  const type = typeof content === 'string' ? 'text/html; charset=utf-8' : 'application/json'
  res.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  res.end(typeof content === 'string' ? content : JSON.stringify(content))
}
