import type Stripe from 'stripe'
import type { ChargeRecord } from '../records/charge.ts'
import type { BankFacts, CardFacts } from '../records/payment-method.ts'
import { isRedirect } from '../simulated/payment-method-types.ts'
import { redirectChargeDetails } from './redirect-details.ts'

type Details = Stripe.Charge.PaymentMethodDetails

export function toPaymentMethodDetails(record: ChargeRecord): Details {
  const { type, card, bank } = record.paidWith
  if (card) {
    return type === 'card_present'
      ? { type, card_present: cardPresentDetails(record, card) }
      : { type, card: cardDetails(record, card) }
  }
  if (bank) return { type, us_bank_account: bankDetails(bank) }
  return isRedirect(type) ? { type, ...redirectChargeDetails[type] } : { type }
}

function captureBefore(record: ChargeRecord): { capture_before?: number } {
  return record.captureBefore === null ? {} : { capture_before: record.captureBefore }
}

function cardDetails(record: ChargeRecord, card: CardFacts): Stripe.Charge.PaymentMethodDetails.Card {
  const approved = record.status === 'succeeded'
  return {
    amount_authorized: approved ? record.amount : null,
    authorization_code: approved ? record.id.slice(-6).toUpperCase() : null,
    brand: card.brand,
    ...captureBefore(record),
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: cvcCheck(record, card),
    },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint,
    funding: 'credit',
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
    three_d_secure: record.paidWith.authenticated ? authenticated() : null,
    transaction_link_id: null,
    wallet: null,
  }
}

function cvcCheck(record: ChargeRecord, card: CardFacts): string | null {
  if (!card.cvcGiven) return null
  return record.failure?.code === 'incorrect_cvc' ? 'fail' : 'pass'
}

function authenticated(): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure {
  return {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: '05',
    exemption_indicator: null,
    result: 'authenticated',
    result_reason: null,
    transaction_id: null,
    version: '2.2.0',
  }
}

function cardPresentDetails(
  record: ChargeRecord,
  card: CardFacts,
): Stripe.Charge.PaymentMethodDetails.CardPresent {
  const { reader, location } = record.paidWith
  return {
    amount_authorized: record.status === 'succeeded' ? record.amount : null,
    brand: card.brand,
    brand_product: null,
    ...captureBefore(record),
    cardholder_name: null,
    country: 'US',
    emv_auth_data: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: 'credit',
    generated_card: null,
    incremental_authorization_supported: false,
    last4: card.last4,
    ...(location === null ? {} : { location }),
    network: card.brand,
    network_transaction_id: record.status === 'succeeded' ? record.id.slice(-15) : null,
    offline: { stored_at: null, type: null },
    overcapture_supported: false,
    preferred_locales: ['en'],
    read_method: 'contact_emv',
    ...(reader === null ? {} : { reader }),
    receipt: {
      account_type: 'credit',
      application_cryptogram: null,
      application_preferred_name: 'Sandbox Credit',
      authorization_code: null,
      authorization_response_code: record.status === 'succeeded' ? '3030' : '3035',
      cardholder_verification_method: null,
      dedicated_file_name: null,
      terminal_verification_results: null,
      transaction_status_information: null,
    },
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
