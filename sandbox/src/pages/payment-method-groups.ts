import type { Behavior } from '../simulated/behavior.ts'
import { brandOf, testBankAccounts, testCards, testRoutingNumber } from '../simulated/payment-methods.ts'
import { type Html, html } from './html.ts'
import { brandName } from './method-names.ts'

const cardLabels = {
  authenticate: '3-D Secure',
  generic_decline: 'Declined',
  insufficient_funds: 'Insufficient funds',
  lost_card: 'Reported lost',
  stolen_card: 'Reported stolen',
  fraudulent: 'Blocked as fraud',
  card_velocity_exceeded: 'Used too often',
  expired_card: 'Expired',
  incorrect_cvc: 'Wrong security code',
  processing_error: 'Processing error',
  dispute: 'Disputed as fraud',
  dispute_not_received: 'Disputed as not received',
  dispute_inquiry: 'Inquired about, which may become a dispute',
  refund_pending: 'Refunds stay pending a while',
  refund_fail: 'Refunds fail afterwards',
} as const satisfies Partial<Record<Behavior, string>>

/** Cards that differ from another only on the server; two of them not even there. */
const tokenLabels: Readonly<Record<string, string | null>> = {
  pm_card_visa_debit: 'Visa debit',
  pm_card_mastercard_debit: 'Mastercard debit',
  pm_card_authenticationRequired: '3-D Secure, declined off session',
  pm_card_bypassPending: null,
  pm_card_chargeCustomerFail: null,
}

const bankLabels = {
  succeed: 'Pays',
  bank_account_closed: 'Account closed',
  bank_no_account: 'No such account',
  bank_insufficient_funds: 'Insufficient funds',
  bank_debit_not_authorized: 'Debit not authorized',
  dispute: 'Pays, then disputes',
  stay_processing: 'Never settles',
} as const satisfies Partial<Record<Behavior, string>>

function labelOf(labels: Partial<Record<Behavior, string>>, behavior: Behavior): string {
  return labels[behavior] ?? behavior.replaceAll('_', ' ')
}

const groupNames = ['Accepted', '3-D Secure', 'Declined', 'Trouble later'] as const
type GroupName = (typeof groupNames)[number]

function groupOf(behavior: Behavior): GroupName {
  if (behavior === 'succeed') return 'Accepted'
  if (behavior === 'authenticate') return '3-D Secure'
  return /^(dispute|refund)/.test(behavior) ? 'Trouble later' : 'Declined'
}

/** 4-4-4-4, or 4-6-5 as American Express prints it. */
function spaced(number: string): string {
  return number.length === 15
    ? number.replace(/^(.{4})(.{6})/, '$1 $2 ')
    : number.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

interface LabeledCard {
  readonly number: string
  readonly behavior: Behavior
  readonly label: string
}

function labeledCards(): LabeledCard[] {
  return testCards.flatMap(({ number, token, behavior }) => {
    const own = tokenLabels[token]
    if (own === null) return []
    const label = behavior === 'succeed' ? brandName(brandOf(number)) : labelOf(cardLabels, behavior)
    return [{ number, behavior, label: own ?? label }]
  })
}

function cardGroups() {
  const cards = labeledCards()
  return groupNames.map(name => ({ name, cards: cards.filter(card => groupOf(card.behavior) === name) }))
}

export function testCardList(): Html {
  return html`${cardGroups().map(
    ({ name, cards }) => html`<h3>${name}</h3>
<ul class="values">${cards.map(
      ({ number, label }) => html`
<li><button type="button" data-fill-card="${number}"><code>${spaced(number)}</code> <span>${label}</span></button></li>`,
    )}
</ul>`,
  )}`
}

export function testCardOptions(): Html {
  return html`${cardGroups().map(
    ({ name, cards }) =>
      html`<optgroup label="${name}">${cards.map(
        ({ number, label }) => html`<option value="${number}">${label} · ${number.slice(-4)}</option>`,
      )}</optgroup>`,
  )}`
}

export function testBankList(): Html {
  return html`<ul class="values">${testBankAccounts.map(
    ({ number, behavior }) => html`
<li><button type="button" data-fill-bank="${number}" data-routing="${testRoutingNumber}"><code>${number}</code> <span>${labelOf(bankLabels, behavior)}</span></button></li>`,
  )}
</ul>`
}
