import { platformAccount } from '../constants.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import type { Stored } from '../records/stored.ts'
import { type Html, html } from './html.ts'
import { methodFields } from './payment-form.ts'
import { testBankList, testCardList, testIbanList } from './payment-method-groups.ts'
import { shopperMessage } from './shopper-message.ts'

interface Paid {
  readonly types: readonly string[]
  readonly amount: string
  /** The payment so far, if it was tried before. */
  readonly intent: PaymentIntentRecord | undefined
  /** The data for the page's script. */
  readonly data: Readonly<Record<string, string | null>>
}

/** The form of a page where a shopper pays. */
export function payForm({ types, amount, intent, data }: Paid): Html {
  const failure = intent?.last_payment_error
  const waiting = intent?.next_action?.redirect_to_url?.url ?? null
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`)
  return html`<form class="card" id="pay" novalidate${attributes}>
${waiting && html`<p class="note">A payment is waiting for your bank. <a href="${waiting}">Continue there</a> or choose another payment method.</p>`}
${methodFields(types)}
<p class="alert" role="alert" id="problem"${!failure && html` hidden`}>${failure && shopperMessage(failure)}</p>
<button class="primary" type="submit" data-amount="${amount}">Pay ${amount}</button>
</form>`
}

/** The value of the account header; the platform needs none. */
export function accountOf({ account }: Stored): string {
  return account === platformAccount ? '' : account
}

export function testValues(types: readonly string[]): Html {
  const card =
    types.includes('card') &&
    html`<div data-values-for="card">
<p class="quiet">Use any future date and any security code. Click a number to fill in the form.</p>
${testCardList()}</div>`
  const bank =
    types.includes('us_bank_account') &&
    html`<div data-values-for="us_bank_account">
<p class="quiet">Click a number to fill in the form.</p>
${testBankList()}</div>`
  const iban =
    types.includes('sepa_debit') &&
    html`<div data-values-for="sepa_debit">
<p class="quiet">Click a number to fill in the form.</p>
${testIbanList()}</div>`
  return html`<aside class="test-values" aria-label="Test values">
<details open><summary>Test values</summary>
${card}${bank}${iban}
<div data-values-for="other"><p class="quiet">Nothing to fill in. On the next page you can approve or decline the payment.</p></div>
</details></aside>`
}
