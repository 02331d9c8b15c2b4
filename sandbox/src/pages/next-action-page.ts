import type { PageContext } from './context.ts'
import { merchantName, money, webAddress } from './display.ts'
import { findBySecret, findSetupBySecret } from './find-by-secret.ts'
import { type Html, html } from './html.ts'
import { brandName, methodName } from './method-names.ts'
import { messagePage, type Page } from './page.ts'

/** A payment, or a card to be saved, that waits for the shopper's bank. */
interface Waiting {
  readonly id: string
  readonly account: string
  readonly status: string
  readonly payment_method: string | null
  readonly next_action: { redirect_to_url?: { return_url: string | null } } | null
}

/** Stands in for the bank or provider that a payment redirects its shopper to. */
export function nextActionPage({ tables, id, query }: PageContext): Page {
  const secret = query.get('client_secret')
  const payment = findBySecret(tables, secret)
  const found: Waiting | undefined = payment ?? findSetupBySecret(tables, secret)
  if (!found || found.id !== id) {
    return messagePage(404, 'No such payment', 'There is no payment at this address.', true)
  }
  const method = found.payment_method ? tables.payment_method.get(found.payment_method) : undefined
  if (found.status !== 'requires_action' || !method) {
    return messagePage(409, 'Nothing to do here', 'This payment needs no further action.', true)
  }
  const isCard = method.type === 'card'
  const name = isCard ? '3-D Secure' : methodName(method.type)
  const back = webAddress(found.next_action?.redirect_to_url?.return_url)
  return {
    title: isCard ? 'Confirm it is you' : `Pay with ${name}`,
    framed: true,
    bare: true,
    script: 'next-action.js',
    body: html`<section class="card state" id="action" data-intent="${found.id}" data-secret="${secret}" data-kind="${payment ? 'payment_intents' : 'setup_intents'}">
<p class="eyebrow">${isCard ? `${brandName(method.card?.brand ?? '')} · ${name} test page` : `${name} test page`}</p>
<h1>${isCard ? 'Is this you?' : `Pay with ${name}`}</h1>
${facts([
  ['Merchant', merchantName(tables.account.get(found.account))],
  ...(payment ? ([['Amount', money(payment.amount, payment.currency)]] as const) : []),
  ...(method.card ? ([['Card', `•••• ${method.card.last4}`]] as const) : []),
])}
<p class="alert" role="alert" id="problem" hidden></p>
<div class="buttons">
<button class="primary" type="button" data-outcome="succeed" disabled>${isCard ? 'Complete authentication' : 'Authorize the payment'}</button>
<button type="button" data-outcome="fail" disabled>${isCard ? 'Fail authentication' : 'Decline the payment'}</button>
</div>
<p class="quiet">${back ? `You will return to ${new URL(back).host}.` : 'In real life, your bank would ask for a code here.'}</p>
</section>`,
  }
}

function facts(rows: readonly (readonly [string, string])[]): Html {
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}
