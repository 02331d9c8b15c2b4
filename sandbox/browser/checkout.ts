import { methodName } from '../src/pages/method-names.ts'
import { shopperMessage } from '../src/pages/shopper-message.ts'
import { callApi, type PaymentIntent } from './api.ts'
import { control } from './control.ts'
import { find, showProblem, whileBusy } from './dom.ts'
import { bindPaymentForm } from './payment-form.ts'
import { returnAddress } from './return-address.ts'

const form = find('#pay', HTMLFormElement)
const submit = find('button[type=submit]', HTMLButtonElement, form)
const payment = bindPaymentForm(form)
const { key = '', account = '', returnUrl = '', session: sessionId } = form.dataset

/** The payment to confirm. A checkout session has one only once the shopper pays. */
async function payable(): Promise<Payable> {
  if (sessionId === undefined) {
    const { intent = '', secret = '' } = form.dataset
    return { id: intent, client_secret: secret }
  }
  return control<Payable>(`checkout_sessions/${sessionId}/payment_intent`, {})
}

interface Payable {
  readonly id: string
  readonly client_secret: string
}

/** Without a return URL, the shopper comes back to this page, which shows the outcome. */
function ownAddress(secret: string): string {
  const url = new URL(location.href)
  url.search = ''
  if (sessionId === undefined) url.searchParams.set('client_secret', secret)
  return url.href
}

async function pay(): Promise<void> {
  const session = { origin: '', key, account: account || null }
  const { id, client_secret: secret } = await payable()
  const answer = await callApi<PaymentIntent>(session, 'POST', `payment_intents/${id}/confirm`, {
    client_secret: secret,
    payment_method_data: payment.methodData(),
    return_url: returnUrl || ownAddress(secret),
  })
  if ('error' in answer) {
    // Another window may have paid or canceled, and the page then shows something else.
    if (answer.error.code === 'payment_intent_unexpected_state') location.reload()
    else showProblem(shopperMessage(answer.error))
    return
  }
  const next = answer.value.next_action?.redirect_to_url?.url
  location.assign(next ?? (returnUrl ? returnAddress(returnUrl, answer.value) : ownAddress(secret)))
}

form.addEventListener('submit', event => {
  event.preventDefault()
  showProblem(null)
  const flaws = payment.flaws()
  payment.showFlaws(flaws)
  if (flaws.length > 0) return
  submit.setAttribute('aria-busy', 'true')
  void whileBusy([submit], pay).finally(() => submit.removeAttribute('aria-busy'))
})

form.addEventListener('input', () => showProblem(null))

const hasFields = (type: string) => ['card', 'us_bank_account', 'sepa_debit'].includes(type)

function choose(): void {
  const type = payment.type()
  const { amount } = submit.dataset
  submit.textContent = hasFields(type) ? `Pay ${amount}` : `Continue to ${methodName(type)}`
  for (const list of document.querySelectorAll<HTMLElement>('[data-values-for]')) {
    list.hidden = list.dataset.valuesFor !== (hasFields(type) ? type : 'other')
  }
}
payment.onChange(choose)
choose()

const details = find('.test-values details', HTMLDetailsElement)
if (matchMedia('(max-width: 60rem)').matches) details.open = false

details.addEventListener('click', event => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button) return
  const { fillCard, fillBank, fillIban, routing = '' } = button.dataset
  if (fillCard) {
    const year = String(new Date().getFullYear() + 4).slice(2)
    payment.fill({ number: fillCard, expiry: `12${year}`, cvc: '1234' }, 'card')
  } else if (fillBank) {
    payment.fill({ holder: 'Robin Doe', routing, account: fillBank }, 'us_bank_account')
  } else if (fillIban) {
    payment.fill({ debtor: 'Robin Doe', email: 'robin@example.com', iban: fillIban }, 'sepa_debit')
  }
  showProblem(null)
  submit.focus()
})
