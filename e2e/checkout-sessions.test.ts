import { expect, test } from 'vitest'
import { useBrowser } from './support/browser.ts'
import { pay, typeCard } from './support/paying.ts'
import { useSandbox } from './support/sandbox.ts'

const sandbox = useSandbox()
const { newPage } = useBrowser()

async function session(type: 'card' | 'sepa_debit') {
  const price_data = { currency: 'eur', unit_amount: 1250, product_data: { name: 'Book' } }
  return sandbox.stripe.checkout.sessions.create({
    success_url: `${sandbox.url}/?done={CHECKOUT_SESSION_ID}`,
    line_items: [{ price_data, quantity: 2 }],
    allowed_payment_method_types: [type],
  })
}

test('a checkout session: declined, then 3-D Secure, then on to the shop', async () => {
  const page = await newPage()
  const { id, url } = await session('card')
  await page.goto(String(url))
  await typeCard(page, '4000000000000002')
  await pay(page)
  await page.getByText('Your card was declined').first().waitFor()
  await typeCard(page, '4000000000003220')
  await pay(page)
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await page.waitForURL(`**/?done=${id}`)
  expect((await sandbox.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
})

test('a checkout session by SEPA debit, filled in by a click', async () => {
  const page = await newPage()
  const { id, url } = await session('sepa_debit')
  await page.goto(String(url))
  await page.locator('[data-fill-iban="AT611904300234573201"]').click()
  await pay(page)
  await page.waitForURL(`**/?done=${id}`)
  expect((await sandbox.stripe.checkout.sessions.retrieve(id)).status).toBe('complete')
})
