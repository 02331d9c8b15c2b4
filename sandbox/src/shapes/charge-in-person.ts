import type Stripe from 'stripe'
import type { ChargeRecord } from '../records/charge.ts'
import type { CardFacts } from '../records/payment-method.ts'

type Details = Stripe.Charge.PaymentMethodDetails

export function captureBefore(record: ChargeRecord): { capture_before?: number } {
  return record.captureBefore === null ? {} : { capture_before: record.captureBefore }
}

export function cardPresentDetails(record: ChargeRecord, card: CardFacts): Details['card_present'] & object {
  return {
    ...atReader(record, card),
    amount_authorized: record.status === 'succeeded' ? record.amount : null,
    brand_product: null,
    ...captureBefore(record),
    incremental_authorization_supported: false,
    offline: { stored_at: null, type: null },
    overcapture_supported: false,
  }
}

export function interacDetails(record: ChargeRecord, card: CardFacts): Details['interac_present'] & object {
  return atReader(record, card)
}

/** The fields that all cards at a reader share. */
function atReader(record: ChargeRecord, card: CardFacts) {
  const { reader, location } = record.paidWith
  const approved = record.status === 'succeeded'
  return {
    brand: card.brand,
    cardholder_name: null,
    country: card.country,
    emv_auth_data: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    generated_card: null,
    last4: card.last4,
    ...(location === null ? {} : { location }),
    network: card.brand,
    network_transaction_id: approved ? record.id.slice(-15) : null,
    preferred_locales: ['en'],
    read_method: 'contact_emv',
    ...(reader === null ? {} : { reader }),
    receipt: {
      account_type: 'credit',
      application_cryptogram: null,
      application_preferred_name: 'Sandbox Credit',
      authorization_code: null,
      authorization_response_code: approved ? '3030' : '3035',
      cardholder_verification_method: card.pin ?? null,
      dedicated_file_name: null,
      terminal_verification_results: null,
      transaction_status_information: null,
    },
  }
}
