const text = value => value.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
const money = (cents, currency) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)

const page = (title, body, head = '') => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(title)}</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230f6b5c'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/public/style.css">
${head}<main>${body}</main>
</html>`

const teapot = `<svg viewBox="0 0 120 80" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
<path d="M36 34c-6 24 3 38 24 38s30-14 24-38z" fill="currentColor" fill-opacity=".15"/><path d="M42 34c0-14 36-14 36 0"/><circle cx="60" cy="18" r="4"/>
<path d="M35 54C22 52 22 36 10 32M85 40c22-8 28 16-2 20"/></svg>`

const line = ({ item, amountCents, currency }, level = 'p') =>
  `<div class="line"><${level}>One ${text(item)}</${level}><p class="price">${money(amountCents, currency)}</p></div>`

export const shopPage = products => {
  const forms = [...products.values()].map(
    product => `<div class="picture">${teapot}</div>${line(product, 'h1')}
<form method="post" action="/orders"><button name="item" value="${text(product.item)}">Buy</button></form>`,
  )
  return page('Shop', forms.join(''))
}

export const checkoutPage = (order, payment, script) => {
  const { publishableKey, connectedAccountId, clientSecret } = payment
  const given = { publishableKey, connectedAccountId, clientSecret, orderPath: `/orders/${order.id}` }
  const body = `<h1>Checkout</h1>${line(order)}
<form id="form"><div id="card"></div><p id="message" role="alert"></p>
<button id="pay" disabled>Pay ${money(order.amountCents, order.currency)}</button></form>
<small>${order.id}<br>${text(payment.svcPaymentId)}</small>
<script type="application/json" id="given">${JSON.stringify(given).replaceAll('<', '\\u003c')}</script>
<script src="${text(script)}"></script>
<script type="module" src="/public/checkout.js"></script>`
  return page('Checkout', body)
}

const toCheckout = ({ id }) => `<a class="button" href="/checkout/${id}">Back to checkout</a>`
const toShop = () => '<a href="/">Back to the shop</a>'
const states = {
  awaiting_payment: { title: 'Waiting for your payment', action: toCheckout },
  confirming: { title: 'Thank you. We are confirming your payment …', action: toShop },
  payment_processing: { title: 'Your bank is processing the payment', action: toShop },
  payment_failed: { title: 'The payment did not go through', action: toCheckout },
  needs_review: { title: 'We are looking into your payment', action: toShop },
  canceled: { title: 'This order was canceled', action: toShop },
  fulfilled: { title: 'Paid. It is on its way!', action: toShop },
}

/**
 * `returned` is the processor's result of the payment, carried by the browser: good enough to choose a sentence until
 * the callback arrives, and for nothing else. It keeps an earlier, declined card from showing as a failure now.
 */
export const orderPage = (order, returned) => {
  const isOpen = order.status === 'awaiting_payment' || order.status === 'payment_failed'
  const { title, action } = states[isOpen && returned === 'succeeded' ? 'confirming' : order.status]
  const reload = order.status === 'fulfilled' ? '' : '<meta http-equiv="refresh" content="2">\n'
  const body = `<h1>${title}</h1>${line(order)}${action(order)}<small>${order.id}</small>`
  return page('Your order', body, reload)
}
