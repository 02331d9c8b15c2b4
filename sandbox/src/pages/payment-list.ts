import { clientSecret, type PaymentIntentRecord, type Status } from '../records/payment-intent.ts'
import type { Tables } from '../store/tables.ts'
import { dateTime, latest, money, ownerName, pill, shortId, shownOf, type Tone } from './display.ts'
import { type Html, html } from './html.ts'

const shown = 12

const statusViews: Readonly<Record<Status, readonly [string, Tone]>> = {
  requires_payment_method: ['To pay', 'waiting'],
  requires_confirmation: ['To confirm', 'waiting'],
  requires_action: ['At the bank', 'waiting'],
  processing: ['Processing', 'waiting'],
  requires_capture: ['To capture', 'good'],
  succeeded: ['Paid', 'good'],
  canceled: ['Canceled', 'quiet'],
}

export function paymentList(tables: Tables): Html {
  const recent = latest(recentPayments(tables), shown)
  if (recent.length === 0) return html`<p class="quiet">None yet. The command below creates one.</p>`
  return html`<ul class="rows">${recent.map(
    intent => html`
<li><div><a href="/_sandbox/pages/checkout?client_secret=${clientSecret(intent)}" title="${intent.id}"><strong>${money(intent.amount, intent.currency)}</strong> ${about(intent)}</a>
<span class="quiet facets"><span>${ownerName(tables, intent)}</span><span>${dateTime(intent.created)}</span></span></div>${status(intent)}</li>`,
  )}
</ul>${shownOf(recent.length, tables.payment_intent.size)}`
}

/** The latest payments of each account; there may be too many in all to go through every second. */
function recentPayments(tables: Tables): PaymentIntentRecord[] {
  return [...tables.account.all()].flatMap(({ id }) =>
    tables.payment_intent
      .ids(id)
      .slice(-shown)
      .flatMap(payment => tables.payment_intent.get(payment) ?? []),
  )
}

/** What tells it from the next of the same amount. */
function about({ id, description, metadata }: PaymentIntentRecord): Html | string {
  return (
    description ??
    metadata.orderRef ??
    metadata.order_id ??
    html`<span class="unbroken">${shortId(id)}</span>`
  )
}

function status(intent: PaymentIntentRecord): Html {
  if (intent.status === 'requires_payment_method' && intent.lastPaymentError) return pill('Declined', 'bad')
  return pill(...statusViews[intent.status])
}
