import { type CheckoutSessionRecord, totalOf } from '../records/checkout-session.ts'
import type { PageContext } from './context.ts'
import { merchantName, money, webAddress } from './display.ts'
import { html } from './html.ts'
import { messagePage, type PageAnswer } from './page.ts'
import { accountOf, payForm, testValues } from './pay-form.ts'
import { onlineTypes } from './payment-form.ts'

/** The page of a checkout session. Once it is paid, the shopper returns to the shop. */
export function sessionPage({ tables, keys, id }: PageContext): PageAnswer {
  const session = tables.checkout_session.get(id)
  if (!session) return messagePage(404, 'No such page', 'There is no checkout session at this address.')
  const next = webAddress(successUrl(session))
  if (session.status === 'complete') {
    return next ? { redirect: next } : messagePage(200, 'Paid', 'Your payment was received.')
  }
  if (session.status === 'expired') {
    return messagePage(410, 'This page has expired', 'Go back to the shop and try again.')
  }
  const merchant = merchantName(tables.account.get(session.account))
  const amount = money(totalOf(session), session.currency)
  const intent = tables.payment_intent.get(session.payment_intent ?? '')
  const { capture_method = 'automatic' } = session.paymentData
  const types = onlineTypes({ payment_method_types: session.payment_method_types, capture_method })
  const back = webAddress(session.cancel_url)
  const data = { session: session.id, key: keys.publishableKey, account: accountOf(session) }
  return {
    title: `Pay ${merchant}`,
    wide: true,
    script: 'checkout.js',
    body: html`<h1 class="hidden">Pay ${merchant}</h1>
<div class="checkout">
<section class="summary" aria-label="Summary">
<p class="merchant">${merchant}</p>
<p class="amount">${amount}</p>
<dl class="facts">${session.lineItems.map(
      ({ name, quantity, unitAmount }) =>
        html`<div><dt>${quantity > 1 ? `${quantity} × ${name}` : name}</dt><dd>${money(unitAmount * quantity, session.currency)}</dd></div>`,
    )}</dl>
${back && html`<p><a href="${back}">Back to ${new URL(back).host}</a></p>`}
</section>
${payForm({ types, amount, intent, data })}
${testValues(types)}
</div>`,
  }
}

/** The shop's address may contain a placeholder for the session's id. */
function successUrl({ success_url: url, id }: CheckoutSessionRecord): string {
  return url.replaceAll('{CHECKOUT_SESSION_ID}', id)
}
