import type Stripe from 'stripe'
import type { CardFacts } from '../records/payment-method.ts'

/** Cards, unlike payment methods, write brands as people do. */
const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
}

/** A card of a token or an external account. */
export function toCard(id: string, card: CardFacts, name: string | null): Stripe.Card {
  return {
    id,
    object: 'card',
    address_city: null,
    address_country: null,
    address_line1: null,
    address_line1_check: null,
    address_line2: null,
    address_state: null,
    address_zip: null,
    address_zip_check: null,
    brand: brands[card.brand] ?? 'Unknown',
    country: card.country,
    cvc_check: card.cvcGiven ? 'unchecked' : null,
    dynamic_last4: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    last4: card.last4,
    metadata: {},
    name,
    regulated_status: 'unregulated',
    tokenization_method: null,
  }
}
