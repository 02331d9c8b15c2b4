import type Stripe from 'stripe'
import type { ChargeRecord, PaidWith } from '../records/charge.ts'
import type { BankFacts, CardFacts } from '../records/payment-method.ts'
import { isRedirect } from '../simulated/payment-method-types.ts'
import { cardChecks } from './card-checks.ts'
import { captureBefore, cardPresentDetails, interacDetails } from './charge-in-person.ts'
import { ibanDetails } from './payment-method.ts'
import { redirectChargeDetails } from './redirect-details.ts'

type ThreeDSecureDetails = Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure
type Details = Stripe.Charge.PaymentMethodDetails

export function toPaymentMethodDetails(record: ChargeRecord): Details {
  const { type, card, bank, iban } = record.paidWith
  if (card) {
    if (type === 'card_present') return { type, card_present: cardPresentDetails(record, card) }
    if (type === 'interac_present') return { type, interac_present: interacDetails(record, card) }
    return { type, card: cardDetails(record, card) }
  }
  if (bank) return { type, us_bank_account: bankDetails(bank) }
  if (iban) return { type, sepa_debit: { ...ibanDetails(iban), mandate: null } }
  return isRedirect(type) ? { type, ...redirectChargeDetails[type] } : { type }
}

function cardDetails(record: ChargeRecord, card: CardFacts): Stripe.Charge.PaymentMethodDetails.Card {
  const approved = record.status === 'succeeded'
  return {
    amount_authorized: approved ? record.amount : null,
    authorization_code: approved ? record.id.slice(-6).toUpperCase() : null,
    brand: card.brand,
    ...captureBefore(record),
    checks: cardChecks(card, {
      address: record.paidWith.billing_details?.address,
      isUsed: true,
      isCvcWrong: record.failure?.code === 'incorrect_cvc',
    }),
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: approved ? record.id.slice(-15) : null,
    overcapture: { maximum_amount_capturable: record.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: threeDSecure(record.paidWith),
    transaction_link_id: null,
    wallet: null,
  }
}

function threeDSecure({ threeDSecure: result }: PaidWith): ThreeDSecureDetails | null {
  if (result === null) return null
  const isAuthenticated = result === 'authenticated'
  return {
    authentication_flow: isAuthenticated ? 'challenge' : null,
    electronic_commerce_indicator: isAuthenticated ? '05' : '06',
    exemption_indicator: null,
    result,
    result_reason: null,
    transaction_id: null,
    version: '2.2.0',
  }
}

function bankDetails(bank: BankFacts): Stripe.Charge.PaymentMethodDetails.UsBankAccount {
  return {
    account_holder_type: bank.account_holder_type,
    account_type: bank.account_type,
    bank_name: 'STRIPE TEST BANK',
    fingerprint: bank.fingerprint,
    last4: bank.last4,
    payment_reference: null,
    routing_number: bank.routing_number,
  }
}
