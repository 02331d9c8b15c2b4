import type Stripe from 'stripe'
import {
  type BankFacts,
  type CardFacts,
  noBillingDetails,
  type PaymentMethodRecord,
} from '../records/payment-method.ts'
import { isRedirect } from '../simulated/payment-method-types.ts'
import { redirectMethodDetails } from './redirect-details.ts'

export function toPaymentMethod(record: PaymentMethodRecord): Stripe.PaymentMethod {
  return {
    id: record.id,
    object: 'payment_method',
    allow_redisplay: record.allowRedisplay ?? 'unspecified',
    billing_details: record.billing ?? noBillingDetails,
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
  if (record.card) {
    return record.type === 'card_present'
      ? { card_present: cardPresentDetails(record.card) }
      : { card: cardDetails(record.card) }
  }
  return isRedirect(record.type) ? redirectMethodDetails[record.type] : {}
}

function cardDetails(card: CardFacts): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.cvcGiven ? 'pass' : null,
    },
    country: 'US',
    display_brand: card.brand,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: 'credit',
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

function cardPresentDetails(card: CardFacts): Stripe.PaymentMethod.CardPresent {
  return {
    brand: card.brand,
    brand_product: null,
    cardholder_name: null,
    country: 'US',
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: 'credit',
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    offline: null,
    preferred_locales: ['en'],
    read_method: 'contact_emv',
  }
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
