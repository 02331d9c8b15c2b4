import { bankAccounts, routingNumber } from '../simulated/bank-accounts.ts'
import type { Behavior } from '../simulated/behavior.ts'
import { ibans } from '../simulated/ibans.ts'
import { type Html, html } from './html.ts'

interface CardGroup {
  readonly name: string
  /** Number and label. The README and Stripe's documentation have many more. */
  readonly cards: readonly (readonly [number: string, label: string])[]
}

const groups: readonly CardGroup[] = [
  {
    name: 'Accepted',
    cards: [
      ['4242424242424242', 'Visa'],
      ['4000056655665556', 'Visa debit'],
      ['5555555555554444', 'Mastercard'],
      ['5200828282828210', 'Mastercard debit'],
      ['378282246310005', 'Amex'],
      ['6011111111111117', 'Discover'],
      ['3566002020360505', 'JCB'],
      ['6200000000000005', 'UnionPay'],
    ],
  },
  {
    name: '3-D Secure',
    cards: [
      ['4000000000003220', '3-D Secure'],
      ['4000002500003155', '3-D Secure, declined off session'],
      ['4000008400001629', '3-D Secure, then declined'],
    ],
  },
  {
    name: 'Declined',
    cards: [
      ['4000000000000002', 'Declined'],
      ['4000000000009995', 'Insufficient funds'],
      ['4000000000009987', 'Reported lost'],
      ['4000000000009979', 'Reported stolen'],
      ['4000000000006975', 'Used too often'],
      ['4100000000000019', 'Blocked as fraud'],
      ['4000000000000069', 'Expired'],
      ['4000000000000127', 'Wrong security code'],
      ['4000000000000119', 'Processing error'],
    ],
  },
  {
    name: 'Problems later',
    cards: [
      ['4000000000000259', 'Disputed as fraud'],
      ['4000000000002685', 'Disputed as not received'],
      ['4000000000001976', 'Inquiry that may become a dispute'],
      ['4000000000007726', 'Refunds stay pending for a while'],
      ['4000000000005126', 'Refunds fail after a while'],
    ],
  },
]

const inPerson: CardGroup = {
  name: 'In person only',
  cards: [
    ['4001007020000002', 'Offline PIN'],
    ['4001000360000005', 'Online PIN'],
    ['4506445006931933', 'Interac'],
  ],
}

const bankLabels = {
  succeed: 'Pays',
  bank_account_closed: 'Account closed',
  bank_no_account: 'No such account',
  bank_insufficient_funds: 'Insufficient funds',
  bank_debit_not_authorized: 'Debit not authorized',
  dispute: 'Pays, then disputes',
  debit_failed: 'Fails',
  stay_processing: 'Never settles',
} as const satisfies Partial<Record<Behavior, string>>

function bankLabel(behavior: Behavior): string {
  const labels: Partial<Record<Behavior, string>> = bankLabels
  return labels[behavior] ?? behavior.replaceAll('_', ' ')
}

/** 4-4-4-4, or 4-6-5 as American Express prints it. */
function spaced(number: string): string {
  return number.length === 15
    ? number.replace(/^(.{4})(.{6})/, '$1 $2 ')
    : number.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

export function testCardList(): Html {
  return html`${groups.map(
    ({ name, cards }) => html`<h3>${name}</h3>
<ul class="values">${cards.map(
      ([number, label]) => html`
<li><button type="button" data-fill-card="${number}"><code>${spaced(number)}</code> <span>${label}</span></button></li>`,
    )}
</ul>`,
  )}`
}

export function testCardOptions(): Html {
  return html`${[...groups, inPerson].map(
    ({ name, cards }) =>
      html`<optgroup label="${name}">${cards.map(
        ([number, label]) => html`<option value="${number}">${label} · ${number.slice(-4)}</option>`,
      )}</optgroup>`,
  )}`
}

export function testBankList(): Html {
  return html`<ul class="values">${bankAccounts.map(
    ({ number, behavior }) => html`
<li><button type="button" data-fill-bank="${number}" data-routing="${routingNumber}"><code>${number}</code> <span>${bankLabel(behavior)}</span></button></li>`,
  )}
</ul>`
}

export function testIbanList(): Html {
  return html`<ul class="values">${ibans.map(
    ({ iban, behavior }) => html`
<li><button type="button" data-fill-iban="${iban}"><code>${spaced(iban)}</code> <span>${bankLabel(behavior)}</span></button></li>`,
  )}
</ul>`
}
