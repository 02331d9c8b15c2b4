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
  ['order', orderPage(order)],
])('the %s page brings its icon along, and keeps clear of the edges of a low window', (_name, page) => {
  expect(page).toContain('<link rel="icon" href="data:image/svg+xml,')
  expect(page).toMatch(/body \{ box-sizing: border-box;[^}]* padding: 2rem 0;/)
})
