const text = value => value.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
const money = (cents, currency) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)

const page = (title, body, head = '') => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${text(title)}</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%234f46e5'/%3E%3C/svg%3E">
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 18%, transparent) }
  body { box-sizing: border-box; display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 2rem 0; background: color-mix(in srgb, Canvas 96%, CanvasText) }
  main { box-sizing: border-box; width: min(26rem, 100% - 2rem); padding: 2rem; border: 1px solid var(--line); border-radius: 1rem; background: Canvas }
  h1 { margin: 0; font-size: 1.25rem } p { margin: .25rem 0 1.5rem } small { opacity: .7; overflow-wrap: anywhere }
  .price { font-size: 2rem; font-weight: 650; letter-spacing: -.02em }
  button { width: 100%; margin-top: 1.5rem; padding: .8rem; border: 0; border-radius: .6rem; font: inherit; font-weight: 600; color: #fff; background: #4f46e5; cursor: pointer }
  button:disabled { opacity: .5; cursor: default } [role=alert] { min-height: 1.5em; margin: .75rem 0 0; color: #dc2626 }
</style>
${head}<main>${body}</main>
</html>`

export const shopPage = products => {
  const forms = [...products.values()].map(
    ({
      item,
      amountCents,
      currency,
    }) => `<h1>One ${text(item)}</h1><p class="price">${money(amountCents, currency)}</p>
<form method="post" action="/orders"><button name="item" value="${text(item)}">Buy</button></form>`,
  )
  return page('Shop', forms.join(''))
}

export const checkoutPage = (order, payment, script) => {
  const { publishableKey, connectedAccountId, clientSecret } = payment
  const given = { publishableKey, connectedAccountId, clientSecret, orderPath: `/orders/${order.id}` }
  const price = money(order.amountCents, order.currency)
  const body = `<h1>Checkout</h1><p class="price">${price}</p>
<form id="form"><div id="card"></div><button id="pay" disabled>Pay ${price}</button><p id="message" role="alert"></p></form>
<small>${order.id}<br>${text(payment.svcPaymentId)}</small>
<script type="application/json" id="given">${JSON.stringify(given).replaceAll('<', '\\u003c')}</script>
<script src="${text(script)}"></script>
<script type="module">
  const [form, pay, message, given] = ['form', 'pay', 'message', 'given'].map(id => document.getElementById(id))
  const { publishableKey, connectedAccountId, clientSecret, orderPath } = JSON.parse(given.textContent)
  if (!window.Stripe) throw message.textContent = 'The payment form could not be loaded.'
  const stripe = Stripe(publishableKey, { stripeAccount: connectedAccountId })
  const elements = stripe.elements({ clientSecret })
  elements.create('payment').mount('#card')
  pay.disabled = false
  form.addEventListener('submit', async event => {
    event.preventDefault()
    pay.disabled = true
    const return_url = new URL(orderPath, location).href
    const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url } })
    message.textContent = error?.message ?? ''
    pay.disabled = false
  })
</script>`
  return page('Checkout', body)
}

const words = {
  awaiting_payment: 'Waiting for your payment',
  payment_processing: 'Your bank is working on it',
  payment_failed: 'The payment failed',
  needs_review: 'We are looking into your payment',
  fulfilled: 'Paid. It is on its way!',
}

export const orderPage = order =>
  page(
    'Your order',
    `<h1>${words[order.status]}</h1><p class="price">${money(order.amountCents, order.currency)}</p><small>${order.id}</small>`,
    order.status === 'fulfilled' ? '' : '<meta http-equiv="refresh" content="2">\n',
  )
