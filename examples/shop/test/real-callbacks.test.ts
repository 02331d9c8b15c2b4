import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSvcpayClient } from 'svcpay-client'
import { expect, it, onTestFinished } from 'vitest'
import { usePaying } from '../../../service/test/support/paying.ts'
import { waitFor } from '../../../vitest.waits.ts'
import { openOrders } from '../orders.js'
import { createShop } from '../shop.js'

const paying = usePaying({ role: 'all', webhooks: true })

it('an order is fulfilled once, by the callback that svcpay sends when its payment is complete', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'svcpay-shop-test-'))
  const { merchantId, apiKey, accountId } = paying.merchant
  const callback = `/merchants/${merchantId}/callback`
  const { body: rotated } = await paying.service.admin('POST', `${callback}/rotate-secret`, {
    graceSeconds: 0,
  })
  const svcpay = createSvcpayClient({ baseUrl: paying.service.url, apiKey })
  const fulfilled: string[] = []
  const shop = createShop({
    svcpay,
    orders: openOrders(join(dir, 'orders.jsonl')),
    callbackSecret: rotated.signingSecret,
    processorScript: 'https://processor.example/browser.js',
    fulfill: (order: { id: string }) => fulfilled.push(order.id),
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  onTestFinished(() => {
    shop.closeAllConnections()
    shop.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  await paying.service.admin('PUT', callback, { url: `${url}/callbacks` })

  const ordered = await fetch(`${url}/orders`, {
    method: 'POST',
    body: new URLSearchParams({ item: 'teapot' }),
    redirect: 'manual',
  })
  const orderId = ordered.headers.get('location')?.replace('/checkout/', '') ?? ''
  const page = await (await fetch(`${url}/checkout/${orderId}`)).text()
  const intentId = /(pi_\w+?)_secret_/.exec(page)?.[1] ?? ''
  await paying.stripe.paymentIntents.confirm(
    intentId,
    { payment_method: 'pm_card_visa', return_url: url },
    { stripeAccount: accountId },
  )
  await waitFor(() => expect(fulfilled).toEqual([orderId]))

  const { data: events } = await svcpay.listEvents({ type: 'payment_intent.succeeded' })
  expect(events).toMatchObject([{ outcome: 'applied', delivery: { eventId: events[0]?.id } }])
  await waitFor(async () => {
    const { data } = await svcpay.listEvents({ type: 'payment_intent.succeeded' })
    expect(data[0]?.delivery).toMatchObject({ state: 'delivered', attempts: 1 })
  })
  await svcpay.redeliverEvent(events[0]?.id ?? '', { force: true })
  await waitFor(async () => {
    const { data } = await svcpay.listEvents({ type: 'payment_intent.succeeded' })
    expect(data[0]?.delivery).toMatchObject({ state: 'delivered', attempts: 2 })
  })
  expect(fulfilled).toEqual([orderId])
})
