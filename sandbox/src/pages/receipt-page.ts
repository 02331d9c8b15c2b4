import type { ChargeRecord } from '../records/charge.ts'
import type { PageContext } from './context.ts'
import { dateTime, merchantName, money } from './display.ts'
import { html } from './html.ts'
import { brandName, methodName } from './method-names.ts'
import { messagePage, type Page } from './page.ts'

/** The page at a charge's `receipt_url`. */
export function receiptPage({ tables, id }: PageContext): Page {
  const charge = tables.charge.get(id)
  if (charge?.status !== 'succeeded') {
    return messagePage(404, 'No such receipt', 'No payment has this receipt.')
  }
  const merchant = merchantName(tables.account.get(charge.account))
  const rows: readonly (readonly [string, string])[] = [
    ['Amount', money(charge.captured ? charge.amount_captured : charge.amount, charge.currency)],
    ...(charge.amountRefunded > 0
      ? ([['Refunded', money(charge.amountRefunded, charge.currency)]] as const)
      : []),
    ['Date', dateTime(charge.created)],
    ['Paid with', paidWith(charge)],
    ...(charge.description ? ([['For', charge.description]] as const) : []),
  ]
  return {
    title: `Receipt from ${merchant}`,
    body: html`<section class="card state">
<h1>Receipt from ${merchant}</h1>
<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="quiet"><code>${charge.id}</code></p>
</section>`,
  }
}

function paidWith({ paidWith: { type, card, bank, iban } }: ChargeRecord): string {
  if (card) return `${brandName(card.brand)} •••• ${card.last4}`
  const last4 = (bank ?? iban)?.last4
  return last4 === undefined ? methodName(type) : `${methodName(type)} •••• ${last4}`
}
