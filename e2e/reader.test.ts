import type { Page, Route } from 'playwright-core'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { useBrowser } from './support/browser.ts'
import { useSandbox } from './support/sandbox.ts'

const sandbox = useSandbox()
const { newPage } = useBrowser()

async function open() {
  const stripeAccount = await sandbox.merchant()
  const options = { stripeAccount }
  const reader = await sandbox.stripe.terminal.readers.create(
    { registration_code: 'simulated-wpe', label: 'Front counter' },
    options,
  )
  const page = await newPage()
  await page.goto(`${sandbox.url}/_sandbox/pages/readers/${reader.id}`)
  return {
    page,
    reader,
    async start(): Promise<Stripe.PaymentIntent> {
      const intent = await sandbox.stripe.paymentIntents.create(
        { amount: 1999, currency: 'usd', allowed_payment_method_types: ['card_present'] },
        options,
      )
      const request = { payment_intent: intent.id }
      await sandbox.stripe.terminal.readers.processPaymentIntent(reader.id, request, options)
      return intent
    },
    cancel: ({ id }: Stripe.PaymentIntent) => sandbox.stripe.paymentIntents.cancel(id, undefined, options),
    status: async ({ id }: Stripe.PaymentIntent) =>
      (await sandbox.stripe.paymentIntents.retrieve(id, undefined, options)).status,
    async retrieve(): Promise<Stripe.Terminal.Reader> {
      const found = await sandbox.stripe.terminal.readers.retrieve(reader.id, undefined, options)
      if (found.deleted) throw new Error('the reader is gone')
      return found
    },
  }
}

async function shows(page: Page, title: string): Promise<string> {
  await page.locator('#screen').getByRole('heading', { name: title }).waitFor()
  return await page.locator('#screen').innerText()
}

test('a payment appears by itself; the card presented pays it', async () => {
  const { page, start, status } = await open()
  await shows(page, 'Ready')
  const present = page.getByRole('button', { name: 'Present this card' })
  expect(await present.isDisabled()).toBe(true)
  const intent = await start()
  expect(await shows(page, 'Present your card')).toContain('$19.99')
  await page.getByLabel('Card', { exact: true }).selectOption('5555555555554444')
  await present.click()
  expect(await shows(page, 'Approved')).toContain('$19.99')
  expect(await status(intent)).toBe('succeeded')
  expect(await present.isDisabled()).toBe(true)
})

test('a card can be declined, chosen from the list or by the button', async () => {
  const { page, start, status } = await open()
  const intent = await start()
  await shows(page, 'Present your card')
  await page.getByLabel('Card', { exact: true }).selectOption('4000000000009995')
  await page.getByRole('button', { name: 'Present this card' }).click()
  expect(await shows(page, 'Declined')).toContain('insufficient funds')
  await start()
  await shows(page, 'Present your card')
  await page.getByRole('button', { name: 'Present a declined card' }).click()
  expect(await shows(page, 'Declined')).toContain('Your card was declined.')
  expect(await status(intent)).toBe('requires_payment_method')
})

test('the shopper cancels; the payment stays open', async () => {
  const { page, start, status, retrieve } = await open()
  const intent = await start()
  await shows(page, 'Present your card')
  await page.getByRole('button', { name: 'Cancel on the reader' }).click()
  await shows(page, 'Canceled')
  expect(await status(intent)).toBe('requires_payment_method')
  expect((await retrieve()).action).toMatchObject({ status: 'failed', failure_code: 'customer_canceled' })
})

test('a payment canceled by the merchant leaves the screen', async () => {
  const { page, start, cancel } = await open()
  const intent = await start()
  await shows(page, 'Present your card')
  await cancel(intent)
  expect(await shows(page, 'Canceled')).toContain('Nothing was charged')
})

test('an older answer that arrives late does not bring back an older screen', async () => {
  const { page, start } = await open()
  await start()
  await shows(page, 'Present your card')
  const late = await new Promise<Route>(resolve => void page.route(page.url(), resolve, { times: 1 }))
  const response = await late.fetch()
  await page.getByRole('button', { name: 'Present this card' }).click()
  await shows(page, 'Approved')
  await late.fulfill({ response })
  await (await late.request().response())?.finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.locator('#screen').innerText()).toContain('Approved')
})

test('goes offline and online again', async () => {
  const { page, retrieve, start } = await open()
  await page.getByRole('button', { name: 'Go offline' }).click()
  await shows(page, 'Offline')
  expect((await retrieve()).status).toBe('offline')
  await expect(start()).rejects.toMatchObject({ code: 'terminal_reader_offline' })
  await page.getByRole('button', { name: 'Go online' }).click()
  await shows(page, 'Ready')
  expect((await retrieve()).status).toBe('online')
})

test('the list leads to each reader and follows its state', async () => {
  const { page, start, reader } = await open()
  await page.getByRole('link', { name: 'Readers' }).click()
  const row = page.getByRole('listitem').first()
  await row.getByText('Blue Door Books').waitFor()
  await row.getByText(`tmr_…${reader.id.slice(-6)}`).waitFor()
  await row.getByText('Ready').waitFor()
  await start()
  await row.getByText('Waiting for a card').waitFor()
  await row.getByRole('link', { name: 'Front counter' }).click()
  await shows(page, 'Present your card')
})
