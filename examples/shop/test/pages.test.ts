import { expect, it } from 'vitest'
import { checkoutPage, orderPage, shopPage } from '../pages.js'

const order = { id: 'order_1', item: 'teapot', amountCents: 4999, currency: 'usd', status: 'fulfilled' }
const payment = {
  publishableKey: 'pk_1',
  connectedAccountId: 'acct_1',
  clientSecret: 's',
  svcPaymentId: 'p_1',
}

it.each([
  ['shop', shopPage(new Map([['teapot', order]]))],
  ['checkout', checkoutPage(order, payment, 'https://processor.example/v3/')],
  ['order', orderPage(order, null)],
])('the %s page has its own icon and style, and shows the price', (_name, page) => {
  expect(page).toContain('<link rel="icon" href="data:image/svg+xml,')
  expect(page).toContain('href="/public/style.css"')
  expect(page).toContain('$49.99')
})

it.each([
  ['awaiting_payment', null, 'Waiting for your payment', true],
  ['awaiting_payment', 'succeeded', 'We are confirming your payment', false],
  ['awaiting_payment', 'failed', 'Waiting for your payment', true],
  ['payment_failed', null, 'The payment did not go through', true],
  // The first card was declined, and the second has paid.
  ['payment_failed', 'succeeded', 'We are confirming your payment', false],
  // A returned bank debit.
  ['payment_failed', 'pending', 'The payment did not go through', true],
  ['payment_processing', 'pending', 'Your bank is processing the payment', false],
  ['needs_review', 'succeeded', 'We are looking into your payment', false],
  ['fulfilled', 'failed', 'Paid. It is on its way!', false],
])('the page of an order that is %s, with the result %s, says "%s"', (status, returned, title, leadsBack) => {
  const page = orderPage({ ...order, status }, returned)
  expect(page).toContain(title)
  expect(page.includes('href="/checkout/order_1"')).toBe(leadsBack)
  expect(page.includes('http-equiv="refresh"')).toBe(status !== 'fulfilled')
})
