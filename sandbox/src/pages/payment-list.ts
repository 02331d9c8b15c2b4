import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { Tables } from '../store/tables.ts'
import { dateTime, latest, money, ownerName, pill, shortId } from './display.ts'
import { type Html, html } from './html.ts'
import { paymentState } from './payment-state.ts'

interface PaymentPage {
  /** Newest first. */
  readonly payments: readonly PaymentIntentRecord[]
  readonly hasOlder: boolean
}

/** A page of payments, of all accounts or of one. `before` is a sequence number. */
export function pageOfPayments(
  tables: Tables,
  count: number,
  account: string | null = null,
  before = Number.POSITIVE_INFINITY,
): PaymentPage {
  const accounts = account === null ? [...tables.account.all()].map(({ id }) => id) : [account]
  const candidates = accounts.flatMap(id => {
    const ids = tables.payment_intent.ids(id)
    const end = tables.payment_intent.position(ids, before)
    // Only the latest of each account: pages poll, and there can be very many payments.
    return ids.slice(Math.max(0, end - count - 1), end)
  })
  const records = candidates.flatMap(id => tables.payment_intent.get(id) ?? [])
  const found = latest(records, count + 1)
  return { payments: found.slice(0, count), hasOlder: found.length > count }
}

export function paymentRows(tables: Tables, payments: readonly PaymentIntentRecord[]): Html {
  return html`<ul class="rows">${payments.map(
    intent => html`
<li><div><a href="/_sandbox/pages/checkout?client_secret=${intent.client_secret}" title="${intent.id}"><strong>${money(intent.amount, intent.currency)}</strong> ${aboutPayment(intent)}</a>
<span class="quiet facets"><span>${ownerName(tables, intent)}</span><span>${dateTime(intent.created)}</span></span></div>${pill(...paymentState(tables, intent))}</li>`,
  )}
</ul>`
}

/** Distinguishes payments of the same amount. */
export function aboutPayment({ id, description, metadata }: PaymentIntentRecord): Html | string {
  return (
    description ??
    metadata.orderRef ??
    metadata.order_id ??
    html`<span class="unbroken">${shortId(id)}</span>`
  )
}
