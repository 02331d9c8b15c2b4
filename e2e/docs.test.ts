import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf, readPage } from '../service/test/docs/pages.ts'
import { useConsole } from './console/support/console.ts'
import { addMerchant, sandboxOf, type TestMerchant } from './console/support/merchants.ts'
import { typeCard } from './support/paying.ts'

const console = useConsole()
const { ownPage, up } = console
const [page] = blocksOf(readPage('docs/take-a-payment.md'), 'html')
let merchant: TestMerchant
let shopUrl = ''

/** The answer of the shop's own server to the page. */
let checkout: () => Promise<{ status: number; body: string }>

const shop = createServer((request, response) => {
  if (request.url === '/checkout/order-3101') {
    checkout().then(
      ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      () => response.destroy(),
    )
    return
  }
  const script = `${sandboxOf(up)}/v3/`
  const content =
    request.url === '/' ? page?.code.replace('https://js.stripe.com/v3/', script) : '<h1>Thanks</h1>'
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Shop</title>${content}`)
})

beforeAll(async () => {
  merchant = await addMerchant(console, { name: 'The Guide' })
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
afterAll(() => {
  shop.closeAllConnections()
  shop.close()
})

async function createPayment() {
  const response = await fetch(`${up.url}/v1/payments/intents`, {
    method: 'POST',
    headers: {
      'x-api-key': merchant.apiKey,
      'idempotency-key': 'order-3101',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amountCents: 4999, currency: 'usd', orderRef: 'order-3101' }),
  })
  return { status: response.status, body: await response.text() }
}

test('the page of the guide takes a payment, after a declined card', async () => {
  checkout = createPayment
  const browser = await ownPage()
  await browser.goto(shopUrl)
  const form = browser.frameLocator('#payment iframe')
  const pay = browser.getByRole('button', { name: 'Pay' })
  await typeCard(form, '4000000000000002')
  await pay.click()
  await browser.locator('#message').getByText('Your card was declined.').waitFor()
  await typeCard(form, '4242424242424242')
  await pay.click()
  await browser.getByRole('heading', { name: 'Thanks' }).waitFor()
  const { svcPaymentId } = JSON.parse((await createPayment()).body)
  const status = async () =>
    (await console.admin<{ status: string }>('GET', `/payments/${svcPaymentId}`)).status
  await expect.poll(status).toBe('succeeded')
})

test('the page of the guide reports an answer with an error, without JSON or without useful content', async () => {
  const browser = await ownPage(/502/)
  for (const [status, body] of [
    [502, '{}'],
    [200, '<html>'],
    [200, '{}'],
  ] as const) {
    checkout = async () => ({ status, body })
    await browser.goto(shopUrl)
    await browser.locator('#message').getByText('The checkout could not be opened').waitFor()
  }
})

test('a guide shows the address for merchants’ calls: its own, or SVC_PUBLIC_URL', async () => {
  const browser = await ownPage()
  const addresses = browser.locator('.address')
  const shown = async (address: string) =>
    await expect.poll(async () => [...new Set(await addresses.allTextContents())]).toEqual([address])
  await browser.goto(`${up.url}/docs/quick-start`)
  await shown(up.url)
  expect(await browser.locator('pre').allTextContents()).toContainEqual(
    expect.stringContaining(`curl ${up.url}/v1/payments/intents`),
  )
  await browser.route('**/openapi.json', async route => {
    const document = await (await route.fetch()).json()
    await route.fulfill({ json: { ...document, servers: [{ url: 'https://pay.example.com' }] } })
  })
  await browser.reload()
  await shown('https://pay.example.com')
})

test('a guide shows the address of the reader’s own sandbox', async () => {
  const browser = await ownPage()
  await browser.goto(`${up.url}/docs/sandbox`)
  const sandbox = sandboxOf(up)
  const commands = browser.locator('pre').filter({ hasText: `curl ${sandbox}/_sandbox/faults` })
  await commands.first().waitFor()
  await browser.getByText(`Open ${sandbox} for checkout pages`).waitFor()
  expect(await browser.getByText('http://127.0.0.1:12111').count()).toBe(0)
})

test('the search’s excerpts show the reader’s own address', async () => {
  const browser = await ownPage()
  await browser.goto(`${up.url}/docs`)
  await browser.getByRole('searchbox', { name: 'Search' }).fill('createSvcpayClient')
  await browser.locator('#found').getByText(`baseUrl: '${up.url}'`).first().waitFor()
  await browser.getByRole('searchbox', { name: 'Search' }).fill('_sandbox/faults')
  await browser
    .locator('#found')
    .getByText(`${sandboxOf(up)}/_sandbox/faults`)
    .first()
    .waitFor()
  expect(await browser.locator('#found').innerText()).not.toMatch(/127\.0\.0\.1:(8080|12111)|address\}/)
})

test('the search finds a word in its plural, too', async () => {
  const browser = await ownPage()
  await browser.goto(`${up.url}/docs`)
  await browser.getByRole('searchbox', { name: 'Search' }).fill('chargebacks')
  await browser.getByRole('link', { name: /^Money, fees and the ledger: Disputes/ }).waitFor()
})
