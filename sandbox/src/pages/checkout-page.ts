import type { DisputeRecord } from '../records/dispute.ts'
import { hasExpired, type PaymentIntentRecord } from '../records/payment-intent.ts'
import type { PageContext } from './context.ts'
import { merchantName, money, webAddress } from './display.ts'
import { findBySecret } from './find-by-secret.ts'
import { type Html, html } from './html.ts'
import { messagePage, type Page } from './page.ts'
import { accountOf, payForm, testValues } from './pay-form.ts'
import { onlineTypes } from './payment-form.ts'
import { type Afterwards, afterwardsOf } from './payment-state.ts'

/** The page where a shopper pays. Afterwards it shows the outcome. */
export function checkoutPage({ tables, keys, query }: PageContext): Page {
  const intent = findBySecret(tables, query.get('client_secret'))
  if (!intent) {
    const text = 'This address needs the client_secret of a payment in this sandbox.'
    return messagePage(404, 'No such payment', text)
  }
  const merchant = merchantName(tables.account.get(intent.account))
  const amount = money(intent.amount, intent.currency)
  const returnUrl = webAddress(query.get('return_url'))
  const outcome = outcomeOf(intent, merchant, afterwardsOf(tables, intent))
  const types = onlineTypes(intent)
  const isOpen = !outcome && types.length > 0
  const summary = html`<section class="summary" aria-label="Summary">
<p class="merchant">${merchant}</p>
<p class="amount">${amount}</p>
${intent.description && html`<p class="quiet">${intent.description}</p>`}
${intent.capture_method === 'manual' && isOpen && html`<p class="quiet">Authorized now, charged later</p>`}
</section>`
  return {
    title: `${outcome?.title ?? 'Pay'} · ${merchant}`,
    wide: isOpen,
    script: isOpen ? 'checkout.js' : 'live.js',
    body: isOpen
      ? html`<h1 class="hidden">Pay ${merchant}</h1>
<div class="checkout">
${summary}
${payForm({ types, amount, intent, data: { ...dataOf(intent), key: keys.publishableKey, 'return-url': returnUrl } })}
${testValues(types)}
</div>`
      : html`${summary}${closed(outcome ?? needsReader, returnUrl, intent)}`,
  }
}

function dataOf(intent: PaymentIntentRecord) {
  return { intent: intent.id, secret: intent.client_secret, account: accountOf(intent) }
}

interface Outcome {
  readonly mark: 'good' | 'bad' | 'waiting' | 'note'
  readonly title: string
  readonly text: string
}

const needsReader: Outcome = {
  mark: 'waiting',
  title: 'Pay at the card reader',
  text: 'This payment is taken in person.',
}

function outcomeOf(intent: PaymentIntentRecord, merchant: string, after: Afterwards): Outcome | null {
  switch (intent.status) {
    case 'succeeded':
      return paidOutcome(intent, merchant, after)
    case 'requires_capture':
      return {
        mark: 'good',
        title: 'Payment authorized',
        text: `Your bank is holding the amount until ${merchant} charges it.`,
      }
    case 'processing':
      return {
        mark: 'waiting',
        title: 'Payment processing',
        text: 'Your bank is processing it. This page will show the result.',
      }
    case 'canceled':
      return hasExpired(intent)
        ? {
            mark: 'bad',
            title: 'This payment has expired',
            text: 'It was not captured in time. Nothing was charged.',
          }
        : { mark: 'bad', title: 'This payment was canceled', text: 'Nothing was charged.' }
    default:
      return null
  }
}

function paidOutcome(
  { currency }: PaymentIntentRecord,
  merchant: string,
  { refunded, isFullyRefunded, dispute }: Afterwards,
): Outcome {
  const amount = money(refunded, currency)
  if (dispute && dispute.status !== 'won') return disputeOutcome(dispute, merchant)
  if (isFullyRefunded)
    return { mark: 'good', title: 'Refunded', text: `${merchant} has refunded your payment.` }
  const text = `${merchant} has received your payment.`
  if (refunded > 0) return { mark: 'good', title: 'Partly refunded', text: `${text} ${amount} was refunded.` }
  return { mark: 'good', title: 'Paid', text }
}

function disputeOutcome({ status }: DisputeRecord, merchant: string): Outcome {
  if (status === 'lost') {
    return { mark: 'good', title: 'Dispute decided', text: 'Your bank has returned the money to you.' }
  }
  if (status.startsWith('warning_')) {
    return { mark: 'note', title: 'Paid', text: `Your bank has asked ${merchant} about this payment.` }
  }
  const text = `You have disputed this payment. ${merchant} can respond to your bank.`
  return { mark: 'note', title: 'Disputed', text }
}

function closed(outcome: Outcome, returnUrl: string | null, intent: PaymentIntentRecord): Html {
  return html`<section class="card state" data-live id="state"${intent.status === 'processing' && html` data-poll`}>
<span class="mark ${outcome.mark}" aria-hidden="true"></span>
<h1>${outcome.title}</h1>
<p>${outcome.text}</p>
<p class="quiet"><code>${intent.id}</code></p>
${outcome === needsReader && html`<p><a class="button" href="/_sandbox/pages/readers">Show the readers</a></p>`}
${returnUrl && html`<p><a class="button" href="${returnUrl}">Back to ${new URL(returnUrl).host}</a></p>`}
</section>`
}
