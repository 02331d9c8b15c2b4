import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { useConsole } from './support/console.ts'
import { addMerchant } from './support/merchants.ts'

const console = useConsole()

interface Found {
  svcPaymentId: string
  processorPaymentIntentId: string
  connectedAccountId: string
  merchantId: string
  createdAt: string
  events: { id: string; type: string }[]
}

let payment: Found
let eventId: string

beforeAll(async () => {
  const id = await console.trigger('payment_intent.succeeded')
  const read = () => console.admin<Found>('GET', `/payments/${id}`)
  const succeeded = async () => (await read()).events.find(({ type }) => type === 'payment_intent.succeeded')
  eventId = (await waitUntil(succeeded)).id
  payment = await read()
})

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search' }).fill(text)
  await page.keyboard.press('Enter')
}

test('an id of one object opens it, and leaves the box empty', async () => {
  const { svcPaymentId, processorPaymentIntentId, connectedAccountId, merchantId } = payment
  const page = await console.open('/payments')
  for (const [text, path] of [
    [svcPaymentId, `/payments/${svcPaymentId}`],
    [merchantId, `/merchants/${merchantId}`],
    [processorPaymentIntentId, `/payments/${svcPaymentId}`],
    [connectedAccountId, `/merchants/${merchantId}`],
    ['demo', `/merchants/${merchantId}`],
  ] as const) {
    await search(page, text)
    await page.waitForURL(console.url + path)
    await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('')
  }
})

test('several hits are listed, each with its page: an event, and from there its payment', async () => {
  const page = await console.open(`/search?q=${eventId}`)
  await page.getByRole('heading', { level: 1, name: 'Results' }).waitFor()
  const row = page.getByRole('row').filter({ has: page.getByText('Event', { exact: true }) })
  await row.getByRole('link', { name: eventId }).click()
  await page.getByRole('heading', { level: 1, name: 'payment_intent.succeeded' }).waitFor()
  await page.getByText(`"id": "${eventId}"`).waitFor()
  await page.getByRole('link', { name: payment.svcPaymentId }).click()
  await page.getByText('Timeline').waitFor()
})

test('each hit shows its time and status', async () => {
  const page = await console.open(`/search?q=${payment.svcPaymentId}`)
  const link = page.getByRole('link', { name: new RegExp(payment.svcPaymentId) })
  const row = page.getByRole('row').filter({ has: link })
  await row.getByText('Succeeded', { exact: true }).waitFor()
  await row.locator(`time[datetime="${payment.createdAt}"]`).filter({ visible: true }).waitFor()
})

test('a list that may be incomplete says so', async () => {
  const page = await console.open(`/search?q=${payment.svcPaymentId}`, { token: console.ownerToken() })
  await page.getByRole('link', { name: new RegExp(payment.svcPaymentId) }).waitFor()
  const note = page.getByText('There may be more: at most 20 of each kind are listed.')
  expect(await note.count()).toBe(0)
  await page.route('**/admin/v1/search?*', async route => {
    const found = await (await route.fetch()).json()
    await route.fulfill({ json: { ...found, hasMore: true } })
  })
  await page.reload()
  await note.waitFor()
})

test('a traceId lists what its call did, and leads to the payment', async () => {
  const merchant = await addMerchant(console, { name: 'Traced Bakery' })
  const traceId = `support-case-${crypto.randomUUID()}`
  const created = await fetch(`${console.up.url}/v1/payments/intents`, {
    method: 'POST',
    headers: {
      'x-api-key': merchant.apiKey,
      'idempotency-key': traceId,
      'x-correlation-id': traceId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amountCents: 7_777 }),
  })
  const { svcPaymentId } = await created.json()
  const page = await console.open('/payments')
  await search(page, traceId)
  await page.getByRole('heading', { level: 1, name: 'Results' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Operation' }).first().waitFor()
  await page.getByRole('link', { name: svcPaymentId }).first().click()
  await page.getByRole('heading', { level: 1, name: '$77.77' }).waitFor()
})

test('hits appear while typing, with the amount in its currency and the merchant, and open by keyboard', async () => {
  const { name } = await console.admin<{ name: string }>('GET', `/merchants/${payment.merchantId}`)
  const page = await console.open('/payments')
  await page.getByRole('searchbox', { name: 'Search' }).fill(payment.svcPaymentId)
  await page
    .getByRole('option', { name: payment.svcPaymentId })
    .filter({ hasText: 'Succeeded, $49.99' })
    .filter({ hasText: name })
    .filter({ has: page.locator(`time[datetime="${payment.createdAt}"]`) })
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Timeline').waitFor()
})

test('a leaked secret finds its key or operator, and is neither shown, sent nor kept in the address', async () => {
  const { merchantId } = await addMerchant(console, { name: 'Leaky Bakery' })
  const { apiKey, keyId } = await console.admin<{ apiKey: string; keyId: string }>(
    'POST',
    `/merchants/${merchantId}/keys`,
    { label: 'old till' },
  )
  const page = await console.open('/payments')
  const addresses: string[] = []
  page.on('request', request => addresses.push(request.url()))
  const box = page.getByRole('searchbox', { name: 'Search' })
  await box.fill(`X-Api-Key: ${apiKey}`)
  expect(await box.inputValue()).toBe(keyId)
  await page
    .getByRole('option', { name: keyId })
    .filter({ hasText: /old till ····.{4} of Leaky Bakery/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Leaky Bakery' }).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'old till' })
  await row.getByText('The key you searched for').waitFor()
  await row.getByRole('button', { name: 'Revoke key' }).waitFor()
  addresses.push(page.url())

  const token = await console.tokenFor('viewer')
  await box.fill(token)
  await page.keyboard.press('Enter')
  await page
    .getByRole('row')
    .filter({ hasText: token.slice(-4) })
    .getByText('A viewer')
    .waitFor()
  addresses.push(page.url())
  const secrets = [apiKey, token].map(text => text.split('_').at(-1) ?? '')
  expect(addresses.filter(address => secrets.some(secret => address.includes(secret)))).toEqual([])
})

test('a search without hits says so, and its text stays in the box until the page is left', async () => {
  const page = await console.open('/payments')
  const box = page.getByRole('searchbox', { name: 'Search' })
  await box.pressSequentially('no such thing')
  await page.getByRole('status').getByText('Nothing found').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=/)
  await page.getByRole('main').getByText('Nothing found').waitFor()
  expect(await box.inputValue()).toBe('no such thing')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Payments' }).click()
  await expect.poll(() => box.inputValue()).toBe('')
})
