import type Stripe from 'stripe'
import {
  type BankFacts,
  type CardFacts,
  type IbanFacts,
  noBillingDetails,
  type PaymentMethodRecord,
} from '../records/payment-method.ts'
import { isRedirect } from '../simulated/payment-method-types.ts'
import { cardChecks } from './card-checks.ts'
import { redirectMethodDetails } from './redirect-details.ts'

export function toPaymentMethod(record: PaymentMethodRecord): Stripe.PaymentMethod {
  return {
    id: record.id,
    object: 'payment_method',
    allow_redisplay: record.allow_redisplay,
    billing_details: record.billing_details ?? noBillingDetails,
    created: record.created,
    customer: record.customer,
    customer_account: null,
    livemode: false,
    metadata: record.metadata,
    type: record.type,
    ...details(record),
  }
}

function details(record: PaymentMethodRecord): Partial<Stripe.PaymentMethod> {
  if (record.bank) return { us_bank_account: bankDetails(record.bank) }
  if (record.iban) return { sepa_debit: { ...ibanDetails(record.iban), generated_from: null } }
  if (record.card) {
    if (record.type === 'card_present') return { card_present: cardPresentDetails(record.card) }
    if (record.type === 'interac_present') return { interac_present: atReader(record.card) }
    return { card: cardDetails(record, record.card) }
  }
  return isRedirect(record.type) ? redirectMethodDetails[record.type] : {}
}

function cardDetails(record: PaymentMethodRecord, card: CardFacts): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: cardChecks(card, {
      address: record.billing_details?.address,
      isUsed: record.customer !== null || (record.spent ?? false),
    }),
    country: card.country,
    display_brand: card.brand,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

function cardPresentDetails(card: CardFacts): Stripe.PaymentMethod.CardPresent {
  return { ...atReader(card), brand_product: null, offline: null }
}

/** The fields that all cards at a reader share. */
function atReader(card: CardFacts): Stripe.PaymentMethod.InteracPresent {
  return {
    brand: card.brand,
    cardholder_name: null,
    country: card.country,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    preferred_locales: ['en'],
    read_method: 'contact_emv',
  }
}

export function ibanDetails({ bankCode, country, fingerprint, last4 }: IbanFacts) {
  return { bank_code: bankCode, branch_code: '', country, fingerprint, last4 }
}

function bankDetails(bank: BankFacts): Stripe.PaymentMethod.UsBankAccount {
  return {
    account_holder_type: bank.account_holder_type,
    account_type: bank.account_type,
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: bank.fingerprint,
    last4: bank.last4,
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: bank.routing_number,
    status_details: {},
  }
}
