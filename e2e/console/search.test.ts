import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useConsole } from './support/console.ts'

const console = useConsole()

interface Found {
  svcPaymentId: string
  processorPaymentIntentId: string
  connectedAccountId: string
  merchantId: string
  events: { id: string }[]
}

async function search(text: string, onPage?: Page) {
  const page = onPage ?? (await console.open('/payments'))
  await page.getByRole('searchbox', { name: 'Search' }).fill(text)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Results' }).waitFor()
  return page
}

test('each kind of id finds what it names', async () => {
  const id = await console.trigger('payment_intent.succeeded')
  const payment = () => console.admin<Found>('GET', `/payments/${id}`)
  await expect.poll(async () => (await payment()).events.length).toBeGreaterThan(0)
  const { processorPaymentIntentId, connectedAccountId, merchantId, events } = await payment()
  const named: [text: string, kind: string, id: string][] = [
    [id, 'Payment', id],
    [processorPaymentIntentId, 'Payment', id],
    [events[0]?.id ?? '', 'Event', events[0]?.id ?? ''],
    [merchantId, 'Merchant', merchantId],
    [connectedAccountId, 'Merchant', merchantId],
    ['demo', 'Merchant', merchantId],
  ]
  const page = await console.open('/payments')
  for (const [text, kind, found] of named) {
    await search(text, page)
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: found }) })
    await row.getByText(kind, { exact: true }).waitFor()
  }
})

test('a payment’s hit names its amount in its currency, and leads to it', async () => {
  const id = await console.trigger('payment_intent.succeeded')
  const page = await search(id)
  await page.getByRole('link', { name: 'Succeeded, $49.99' }).click()
  await page.getByRole('heading', { level: 1, name: '$49.99' }).waitFor()
})

test('an event’s hit leads to that event, and from there to its payment', async () => {
  const id = await console.trigger('payment_intent.succeeded')
  const payment = () => console.admin<Found>('GET', `/payments/${id}`)
  await expect.poll(async () => (await payment()).events.length).toBeGreaterThan(0)
  const eventId = (await payment()).events[0]?.id ?? ''
  const page = await search(eventId)
  const row = page.getByRole('row').filter({ has: page.getByText('Event', { exact: true }) })
  await row.getByRole('link', { name: eventId }).click()
  await page.getByRole('heading', { level: 1, name: 'payment_intent.succeeded' }).waitFor()
  await page.getByText(`"id": "${eventId}"`).waitFor()
  await page.getByRole('link', { name: id }).click()
  await page.getByText('Timeline').waitFor()
})

test('hits appear while typing', async () => {
  const id = await console.trigger('payment_intent.succeeded')
  const page = await console.open('/payments')
  await page.getByRole('searchbox', { name: 'Search' }).fill(id)
  await page.getByRole('option', { name: id }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Timeline').waitFor()
})

test('what names nothing says so', async () => {
  const page = await search('no such thing')
  await page.getByText('Nothing found').waitFor()
})
