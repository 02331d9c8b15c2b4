import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSvcpayClient } from 'svcpay-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { usePaying } from '../../../service/test/support/paying.ts'
import { openOrders } from '../orders.js'
import { createShop } from '../shop.js'
import { callbackOf, callbackSecret, deliver, eventAbout } from './callbacks.ts'

const paying = usePaying({ webhooks: true })
const processorScript = 'https://processor.example/browser.js?a=1&b="2"'

function newFile(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcpay-shop-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return join(dir, 'orders.jsonl')
}

async function openShop(file = newFile()) {
  const fulfilled: string[] = []
  const shop = createShop({
    svcpay: createSvcpayClient({ baseUrl: paying.service.url, apiKey: paying.merchant.apiKey }),
    orders: openOrders(file),
    callbackSecret,
    processorScript,
    fulfill: (order: { id: string }) => fulfilled.push(order.id),
  })
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const close = async () => {
    shop.closeAllConnections()
    shop.close()
  }
  onTestFinished(close)
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  return { url, file, fulfilled, close }
}

async function order(url: string): Promise<string> {
  const body = new URLSearchParams({ item: 'teapot' })
  const response = await fetch(`${url}/orders`, { method: 'POST', body, redirect: 'manual' })
  expect(response.status).toBe(303)
  return response.headers.get('location')?.replace('/checkout/', '') ?? ''
}

const stateOf = async (url: string, id: string): Promise<{ status: string; svcPaymentId: string }> =>
  JSON.parse(await (await fetch(`${url}/orders/${id}`)).text())

async function checkout(url: string, id: string) {
  const html = await (await fetch(`${url}/checkout/${id}`)).text()
  const given = JSON.parse(/id="given">(.*?)<\/script>/.exec(html)?.[1] ?? '')
  return { html, given, intentId: String(given.clientSecret).split('_secret_')[0] ?? '' }
}

/** From the order to the shopper's card: what the page does in a browser. */
async function paidOrder(url: string, method = 'pm_card_visa') {
  const id = await order(url)
  const { intentId } = await checkout(url, id)
  await paying.stripe.paymentIntents
    .confirm(
      intentId,
      { payment_method: method, return_url: `${url}/orders/${id}` },
      { stripeAccount: paying.merchant.accountId },
    )
    .catch(() => 'declined')
  return { id, intentId, event: (type: string) => eventAbout(paying, intentId, type) }
}

describe('the checkout page', () => {
  it('has the data for the processor’s script, and the script’s address from the settings', async () => {
    const { url } = await openShop()
    const { html, given } = await checkout(url, await order(url))
    expect(given).toMatchObject({
      publishableKey: paying.sandbox.publishableKey,
      connectedAccountId: paying.merchant.accountId,
      clientSecret: expect.stringMatching(/^pi_.*_secret_/),
    })
    expect(html).toContain('<script src="https://processor.example/browser.js?a=1&#38;b=&#34;2&#34;">')
    expect(html).toContain('$49.99')
  })

  it('shows the same payment however often it is loaded', async () => {
    const { url } = await openShop()
    const id = await order(url)
    const seen = await Promise.all(Array.from({ length: 5 }, () => checkout(url, id)))
    expect(new Set(seen.map(({ intentId }) => intentId)).size).toBe(1)
    const { svcPaymentId } = await stateOf(url, id)
    const { data } = (await paying.get(`/payments?orderRef=${id}`)).body
    expect(data).toMatchObject([{ svcPaymentId, amountCents: 4999 }])
  })

  it('does not exist for an unknown order or product', async () => {
    const { url } = await openShop()
    expect((await fetch(`${url}/checkout/order-1`)).status).toBe(404)
    expect((await fetch(`${url}/orders/order-1`)).status).toBe(404)
    expect((await fetch(`${url}/nothing`)).status).toBe(404)
    const body = new URLSearchParams({ item: 'yacht' })
    expect((await fetch(`${url}/orders`, { method: 'POST', body })).status).toBe(400)
  })
})

describe('an order', () => {
  it('is fulfilled once, even if the callback is repeated, at once and later', async () => {
    const { url, file, fulfilled } = await openShop()
    const { id, event } = await paidOrder(url)
    expect(await stateOf(url, id)).toMatchObject({ status: 'awaiting_payment' })
    const body = await event('payment_intent.succeeded')
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(url, callbackOf(body))))
    expect(await deliver(url, callbackOf(body))).toBe(200)
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(fulfilled).toEqual([id])
    expect(readFileSync(file, 'utf8').match(/"fulfilled"/g)).toHaveLength(1)
    expect(await stateOf(url, id)).toMatchObject({ status: 'fulfilled' })
    const page = await fetch(`${url}/orders/${id}`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('on its way')
  })

  it('is not fulfilled by a callback that is tampered with, late, early or not signed', async () => {
    const { url, fulfilled } = await openShop()
    const paid = await paidOrder(url)
    const unpaid = await order(url)
    const good = callbackOf(await paid.event('payment_intent.succeeded'))
    const now = Math.floor(Date.now() / 1000)
    const { 'svc-signature': signature, ...unsigned } = good.headers
    const wrong = [
      { ...good, body: good.body.replaceAll(paid.id, unpaid) },
      { ...good, body: `${good.body} ` },
      callbackOf(good.body, now - 310),
      callbackOf(good.body, now + 310),
      { ...good, headers: { ...good.headers, 'svc-signature': `${signature?.slice(0, -1)}x` } },
      { ...good, headers: unsigned },
    ]
    for (const callback of wrong) expect(await deliver(url, callback)).toBe(400)
    expect(fulfilled).toEqual([])
    expect(await deliver(url, good)).toBe(200)
    expect(fulfilled).toEqual([paid.id])
  })

  it('waits for a bank debit: processing is not paid, and a late processing changes nothing', async () => {
    const { url, fulfilled } = await openShop()
    const { id, event } = await paidOrder(url, 'pm_usBankAccount_success')
    const processing = await event('payment_intent.processing')
    expect(await deliver(url, callbackOf(processing))).toBe(200)
    expect(await stateOf(url, id)).toMatchObject({ status: 'payment_processing' })
    expect(fulfilled).toEqual([])
    await expect.poll(() => event('payment_intent.succeeded').catch(() => '')).not.toBe('')
    await deliver(url, callbackOf(await event('payment_intent.succeeded')))
    await deliver(url, callbackOf(processing.replace('"evt_', '"evt_again_')))
    expect(await stateOf(url, id)).toMatchObject({ status: 'fulfilled' })
    expect(fulfilled).toEqual([id])
  })

  it('shows a declined card, and can still be paid', async () => {
    const { url, fulfilled } = await openShop()
    const { id, intentId, event } = await paidOrder(url, 'pm_card_visa_chargeDeclined')
    const failed = await event('payment_intent.payment_failed')
    await deliver(url, callbackOf(failed))
    expect(await stateOf(url, id)).toMatchObject({ status: 'payment_failed' })
    expect((await checkout(url, id)).intentId).toBe(intentId)
    await paying.stripe.paymentIntents.confirm(
      intentId,
      { payment_method: 'pm_card_visa', return_url: url },
      { stripeAccount: paying.merchant.accountId },
    )
    await deliver(url, callbackOf(await event('payment_intent.succeeded')))
    expect(fulfilled).toEqual([id])
  })

  it('does not fail because of a late report of a declined card while another payment is in progress', async () => {
    const { url } = await openShop()
    const { id, intentId, event } = await paidOrder(url, 'pm_card_visa_chargeDeclined')
    const failed = await event('payment_intent.payment_failed')
    await paying.stripe.paymentIntents.confirm(
      intentId,
      { payment_method: 'pm_usBankAccount_processing', return_url: url },
      { stripeAccount: paying.merchant.accountId },
    )
    await deliver(url, callbackOf(await event('payment_intent.processing')))
    const { svcPaymentId } = await stateOf(url, id)
    await expect
      .poll(async () => (await paying.get(`/payments/${svcPaymentId}`)).body.status)
      .toBe('processing')
    expect(await deliver(url, callbackOf(failed))).toBe(200)
    expect(await stateOf(url, id)).toMatchObject({ status: 'payment_processing' })
  })

  it('stays fulfilled, whatever is reported later', () => {
    const orders = openOrders(newFile())
    const id = orders.place({ item: 'teapot', amountCents: 4999, currency: 'usd' })
    expect(orders.updateStatus(id, 'fulfilled', 'evt_1')).toBe(true)
    expect(orders.updateStatus(id, 'payment_failed', 'evt_2')).toBe(false)
    expect(orders.find(id)).toMatchObject({ status: 'fulfilled' })
  })

  it('leads away from the checkout once it is paid', async () => {
    const { url } = await openShop()
    const { id, event } = await paidOrder(url)
    await deliver(url, callbackOf(await event('payment_intent.succeeded')))
    const response = await fetch(`${url}/checkout/${id}`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, `/orders/${id}`])
  })

  it('is canceled when its payment is canceled', async () => {
    const { url } = await openShop()
    const id = await order(url)
    const { intentId } = await checkout(url, id)
    const { svcPaymentId } = await stateOf(url, id)
    await paying.post(`/payments/${svcPaymentId}/cancel`)
    await deliver(url, callbackOf(await eventAbout(paying, intentId, 'payment_intent.canceled')))
    const page = await fetch(`${url}/checkout/${id}`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('This order was canceled')
  })

  it('needs a person if less was paid than it costs', async () => {
    const { url, fulfilled } = await openShop()
    const { id, event } = await paidOrder(url)
    const less = (await event('payment_intent.succeeded')).replace(
      '"amount_received":4999',
      '"amount_received":49',
    )
    await deliver(url, callbackOf(less))
    expect(await stateOf(url, id)).toMatchObject({ status: 'needs_review' })
    expect(fulfilled).toEqual([])
  })

  it('is kept with its callbacks across a restart of the shop, even after a torn write', async () => {
    const first = await openShop()
    const { id, event } = await paidOrder(first.url)
    const body = await event('payment_intent.succeeded')
    await deliver(first.url, callbackOf(body))
    await first.close()
    appendFileSync(first.file, '{"order":{"id":"order-torn"')
    const second = await openShop(first.file)
    expect(await deliver(second.url, callbackOf(body))).toBe(200)
    expect(second.fulfilled).toEqual([])
    const next = await order(second.url)
    const third = await openShop(first.file)
    expect(await stateOf(third.url, id)).toMatchObject({ status: 'fulfilled' })
    expect(await stateOf(third.url, next)).toMatchObject({ status: 'awaiting_payment' })
  })
})

it('answers 2xx to signed events that are not about its orders', async () => {
  const { url, fulfilled } = await openShop()
  const elsewhere = { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } }
  const account = { id: 'evt_2', type: 'account.updated', data: { object: { id: 'acct_1' } } }
  for (const event of [elsewhere, account]) {
    expect(await deliver(url, callbackOf(JSON.stringify(event)))).toBe(200)
  }
  expect(fulfilled).toEqual([])
})

it('runs as its README says', async () => {
  const shop = spawn(process.execPath, [fileURLToPath(new URL('../server.js', import.meta.url))], {
    env: {
      ...process.env,
      PORT: '0',
      SVCPAY_URL: paying.service.url,
      SVCPAY_API_KEY: paying.merchant.apiKey,
      SVCPAY_CALLBACK_SECRET: callbackSecret,
      SHOP_FILE: newFile(),
    },
  })
  onTestFinished(() => void shop.kill())
  let printed = ''
  shop.stdout.on('data', chunk => {
    printed += chunk
  })
  await expect.poll(() => printed).toMatch(/The shop is at http/)
  const url = /http:\S+/.exec(printed)?.[0] ?? ''
  expect(await (await fetch(url)).text()).toContain('$49.99')
  const { id, event } = await paidOrder(url)
  await deliver(url, callbackOf(await event('payment_intent.succeeded')))
  await expect.poll(() => printed).toContain(`${id}: sending the teapot`)
})
