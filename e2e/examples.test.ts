import type { Page, Route } from 'playwright-core'
import { freePort } from 'svcpay-embedded-database'
import { beforeAll, expect, test } from 'vitest'
import { useConsole } from './console/support/console.ts'
import { addMerchant, sandboxOf, type TestMerchant } from './console/support/merchants.ts'
import { useExample } from './support/examples.ts'
import { pay, typeCard } from './support/paying.ts'

const console = useConsole()
const { newPage, ownPage, up } = console
let merchant: TestMerchant

beforeAll(async () => {
  merchant = await addMerchant(console, { name: 'The Example' })
})

/** Sends the merchant's callbacks to a URL; returns the secret that signs them. */
async function sendCallbacksTo(url: string): Promise<string> {
  const path = `/merchants/${merchant.merchantId}/callback`
  await console.admin('PUT', path, { url })
  const rotated = await console.admin<{ signingSecret: string }>('POST', `${path}/rotate-secret`, {
    graceSeconds: 0,
  })
  return rotated.signingSecret
}

const shop = useExample('shop', async () => {
  const port = await freePort()
  return {
    SVCPAY_URL: up.url,
    SVCPAY_API_KEY: merchant.apiKey,
    PORT: String(port),
    SVCPAY_CALLBACK_SECRET: await sendCallbacksTo(`http://127.0.0.1:${port}/callbacks`),
    PROCESSOR_SCRIPT: `${sandboxOf(up)}/v3/`,
  }
})
const till = useExample('till', async () => ({
  SVCPAY_URL: up.url,
  SVCPAY_API_KEY: merchant.apiKey,
  PROCESSOR_URL: sandboxOf(up),
}))

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

test('the shop takes a second card after a declined one, and then never reports a failed payment', async () => {
  const page = await ownPage()
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Buy' }).click()
  const form = page.frameLocator('#card iframe')
  await typeCard(form, '4000000000000002')
  await pay(page)
  await page.getByRole('alert').getByText('Your card was declined.').waitFor()

  const id = page.url().split('/').at(-1) ?? ''
  await page.goto(`${shop.url}/orders/${id}`)
  await heading(page, 'The payment did not go through')
  await page.getByRole('link', { name: 'Back to checkout' }).click()
  await typeCard(form, '4242424242424242')
  const titles: Promise<string>[] = []
  page.on('domcontentloaded', () => titles.push(page.locator('h1').innerText()))
  await pay(page)
  await heading(page, 'Paid. It is on its way!')
  await shop.says(new RegExp(`${id}: sending the teapot`))
  const said = await Promise.all(titles)
  expect(said.filter(title => !/confirming your payment|Paid/.test(title))).toEqual([])

  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await page.getByRole('button', { name: 'Buy' }).waitFor()
})

test('the shop’s payment form is as dark as its page, and aligned with it', async () => {
  const page = await newPage({ colorScheme: 'dark' })
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Buy' }).click()
  const form = page.frameLocator('#card iframe')
  await form.getByLabel('Card number').waitFor()
  await form.locator('html[data-theme=dark]').waitFor()
  const [label, button] = await Promise.all([
    form.getByText('Pay with').boundingBox(),
    page.locator('#pay').boundingBox(),
  ])
  expect(label?.x).toBe(button?.x)
  await page.emulateMedia({ colorScheme: 'light' })
  await form.locator('html[data-theme=light]').waitFor()
})

test('the till is paid at the card reader, after a declined card and a reload of its page', async () => {
  const page = await newPage()
  await page.goto(till.url)
  for (const digit of ['1', '2', '5', '0'])
    await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'Charge $12.50' }).click()
  await page.getByRole('heading', { name: 'Present the card' }).waitFor()

  const reader = await newPage()
  const link = page.getByRole('link', { name: 'Open the simulated reader' })
  await reader.goto((await link.getAttribute('href')) ?? '')
  await reader.getByRole('button', { name: 'Present a declined card' }).click()
  await page.getByRole('heading', { name: 'Not paid' }).waitFor()
  expect(await page.locator('#status').innerText()).toContain('Your card was declined.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Present the card' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Present the card' }).waitFor()
  await reader.getByRole('button', { name: 'Present this card' }).click()
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
  expect(await page.locator('#amount').innerText()).toBe('$12.50')
  await page.getByRole('button', { name: 'New sale' }).click()

  await page.keyboard.type('500')
  await page.getByRole('button', { name: 'Charge $5.00' }).click()
  await page.getByRole('button', { name: 'Cancel the sale' }).click()
  await page.getByRole('heading', { name: 'Canceled' }).waitFor()
  await reader.locator('#screen').getByText('$5.00').waitFor({ state: 'hidden' })
})

test('a canceled sale stays canceled if an older answer arrives late', async () => {
  const page = await newPage()
  await page.goto(till.url)
  await page.getByRole('link', { name: 'Open the simulated reader' }).waitFor()
  await page.keyboard.type('500')
  await page.getByRole('button', { name: 'Charge $5.00' }).click()
  const canceled = page.getByRole('heading', { name: 'Canceled' })
  await page.getByRole('heading', { name: 'Present the card' }).waitFor()
  const asked = new Promise<Route>(resolve => void page.route('**/sales/*', resolve))
  const late = await asked
  await page.getByRole('button', { name: 'Cancel the sale' }).click()
  await canceled.waitFor()
  const answered = page.waitForResponse('**/sales/*')
  await late.fulfill({ json: { state: 'failed', message: 'The payment was not completed.' } })
  await (await answered).finished()
  await page.evaluate(() => fetch('/reader').then(answer => answer.json()))
  expect(await canceled.isVisible()).toBe(true)
})
