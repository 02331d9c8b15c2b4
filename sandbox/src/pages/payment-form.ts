import type { PaymentIntentRecord } from '../records/payment-intent.ts'
import { canHold, isInPerson, isRedirect } from '../simulated/payment-method-types.ts'
import { type Html, html } from './html.ts'
import { methodName } from './method-names.ts'

/** The methods a shopper can use on a page. Others need a reader or do not support manual capture. */
export function onlineTypes(
  intent: Pick<PaymentIntentRecord, 'payment_method_types' | 'capture_method'>,
): string[] {
  return intent.payment_method_types.filter(
    type => !isInPerson(type) && (intent.capture_method !== 'manual' || canHold(type)),
  )
}

/** The fields of each payment method. Only those of the selected one are visible. */
export function methodFields(types: readonly string[]): Html {
  if (types.length === 1) {
    return html`<div class="method only"><input type="hidden" name="method" value="${types[0]}">${fieldsFor(types[0] ?? '')}</div>`
  }
  return html`<fieldset class="methods">
<legend>Pay with</legend>
${types.map(
  (type, at) => html`<div class="method">
<label class="choice"><input type="radio" name="method" value="${type}"${at === 0 && html` checked`}> ${methodName(type)}</label>
${fieldsFor(type)}
</div>`,
)}
</fieldset>`
}

function fieldsFor(type: string): Html {
  if (type === 'card') return cardFields
  if (type === 'us_bank_account') return bankFields
  if (type === 'sepa_debit') return ibanFields
  return html`<div class="fields"><p class="quiet">${
    isRedirect(type) ? `You will continue at ${methodName(type)} and then return here.` : ''
  }</p></div>`
}

interface Field {
  readonly id: string
  readonly label: string
  readonly autocomplete: string
  readonly placeholder: string
  readonly numeric?: boolean
}

function field({ id, label, autocomplete, placeholder, numeric = true }: Field, extra?: Html): Html {
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${id}" autocomplete="${autocomplete}" placeholder="${placeholder}"${
    numeric && html` inputmode="numeric"`
  } aria-describedby="${id}-error" spellcheck="false">${extra}
<p class="field-error" id="${id}-error" aria-live="polite"></p>
</div>`
}

const cardFields = html`<div class="fields">
${field(
  { id: 'number', label: 'Card number', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  html`<span class="brand" data-brand aria-hidden="true"></span>`,
)}
<div class="pair">
${field({ id: 'expiry', label: 'Expiry date', autocomplete: 'cc-exp', placeholder: 'MM / YY' })}
${field({ id: 'cvc', label: 'Security code', autocomplete: 'cc-csc', placeholder: 'CVC' })}
</div>
</div>`

const bankFields = html`<div class="fields">
${field({ id: 'holder', label: 'Account holder', autocomplete: 'name', placeholder: 'Robin Doe', numeric: false })}
<div class="pair roomy">
${field({ id: 'routing', label: 'Routing number', autocomplete: 'off', placeholder: '110000000' })}
${field({ id: 'account', label: 'Account number', autocomplete: 'off', placeholder: '000123456789' })}
</div>
<p class="quiet">Here a debit settles within seconds. In real life it takes days.</p>
</div>`

const ibanFields = html`<div class="fields">
${field({ id: 'debtor', label: 'Account holder', autocomplete: 'name', placeholder: 'Robin Doe', numeric: false })}
${field({ id: 'email', label: 'E-mail', autocomplete: 'email', placeholder: 'robin@example.com', numeric: false })}
${field({ id: 'iban', label: 'IBAN', autocomplete: 'off', placeholder: 'AT61 1904 3002 3457 3201', numeric: false })}
<p class="quiet">Here a debit settles within seconds. In real life it takes days.</p>
</div>`
