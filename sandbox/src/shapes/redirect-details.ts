import type Stripe from 'stripe'
import type { RedirectType } from '../simulated/payment-method-types.ts'

type MethodDetails = { [T in RedirectType]: Required<Pick<Stripe.PaymentMethod, T>> }
type ChargeDetails = { [T in RedirectType]: Required<Pick<Stripe.Charge.PaymentMethodDetails, T>> }

/** The details of a payment method of each redirect type. */
export const redirectMethodDetails: MethodDetails = {
  affirm: { affirm: {} },
  afterpay_clearpay: { afterpay_clearpay: {} },
  alipay: { alipay: {} },
  amazon_pay: { amazon_pay: {} },
  bancontact: { bancontact: {} },
  cashapp: { cashapp: { buyer_id: null, cashtag: null } },
  eps: { eps: { bank: null } },
  ideal: { ideal: { bank: null, bic: null } },
  klarna: { klarna: { dob: null } },
  p24: { p24: { bank: null } },
  paypal: { paypal: { country: null, payer_email: null, payer_id: null } },
  revolut_pay: { revolut_pay: {} },
}

const sepa = { generated_sepa_debit: null, generated_sepa_debit_mandate: null, iban_last4: null }

/** The payment method details of a charge of each redirect type. */
export const redirectChargeDetails: ChargeDetails = {
  affirm: { affirm: { transaction_id: null } },
  afterpay_clearpay: { afterpay_clearpay: { order_id: null, reference: null } },
  alipay: { alipay: { fingerprint: null, transaction_id: null } },
  amazon_pay: { amazon_pay: { transaction_id: null } },
  bancontact: {
    bancontact: {
      bank_code: null,
      bank_name: null,
      bic: null,
      preferred_language: null,
      verified_name: null,
      ...sepa,
    },
  },
  cashapp: { cashapp: { buyer_id: null, cashtag: null, transaction_id: null } },
  eps: { eps: { bank: null, verified_name: null } },
  ideal: { ideal: { bank: null, bic: null, transaction_id: null, verified_name: null, ...sepa } },
  klarna: {
    klarna: {
      payer_details: { address: { country: 'US' } },
      payment_method_category: 'pay_later',
      preferred_locale: 'en-US',
    },
  },
  p24: { p24: { bank: null, reference: null, verified_name: null } },
  paypal: {
    paypal: {
      country: null,
      payer_email: null,
      payer_id: null,
      payer_name: null,
      seller_protection: null,
      transaction_id: null,
    },
  },
  revolut_pay: { revolut_pay: { transaction_id: null } },
}
