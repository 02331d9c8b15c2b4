import { shippingParam } from '../api/address-params.ts'
import { expandParam } from '../api/lists.ts'
import { metadata } from '../api/metadata.ts'
import {
  boolean,
  clearableEmail,
  clearableText,
  email,
  type Field,
  hash,
  ignored,
  integer,
  list,
  nonNegativeInteger,
  oneOf,
  positiveInteger,
  refused,
  required,
  text,
} from '../api/params.ts'
import {
  clearableDescriptor,
  clearableDescriptorSuffix,
  statementDescriptor,
  statementDescriptorSuffix,
} from '../api/statement-descriptor.ts'
import { typesParams } from '../payment-methods/allowed-types.ts'
import { paymentMethodData } from '../payment-methods/params.ts'
import type { RequestThreeDSecure } from '../records/payment-intent.ts'

const captureMethod = oneOf('automatic', 'automatic_async', 'manual')

const threeDSecure = oneOf('automatic', 'any', 'challenge')

/** Display options are accepted. Options that would change the outcome and are not simulated are refused. */
const methodOptions: Field<{ requestThreeDSecure?: RequestThreeDSecure }> = (value, name) => {
  if (typeof value !== 'object') return {}
  for (const [type, options] of Object.entries(value)) {
    if (typeof options !== 'object') continue
    refused(options.capture_method, `${name}[${type}][capture_method]`)
  }
  if (typeof value.card !== 'object') return {}
  const asked = threeDSecure(value.card.request_three_d_secure, `${name}[card][request_three_d_secure]`)
  return asked ? { requestThreeDSecure: asked } : {}
}

/** Parameters of Stripe's that have no effect here. */
const withoutEffect = {
  amount_details: ignored,
  mandate_data: ignored,
  payment_details: ignored,
  payment_method_configuration: ignored,
  payment_method_options: methodOptions,
  radar_options: ignored,
}

const notSimulated = {
  hooks: refused,
  mandate: refused,
  confirmation_token: refused,
  customer_account: refused,
}

/** A boolean, or the kind of off-session payment. */
const offSession: Field<boolean | undefined> = (value, name) =>
  value === 'one_off' || value === 'recurring' || boolean(value, name)

/** The parameters of a confirmation, at creation or later. */
const confirmation = {
  error_on_requires_action: boolean,
  off_session: offSession,
  payment_method: text,
  payment_method_data: paymentMethodData,
  return_url: text,
  use_stripe_sdk: boolean,
}

export const createParams = {
  amount: required(positiveInteger),
  currency: required(text),
  application_fee_amount: nonNegativeInteger,
  automatic_payment_methods: hash({ enabled: required(boolean), allow_redirects: oneOf('always', 'never') }),
  capture_method: captureMethod,
  confirm: boolean,
  confirmation_method: oneOf('automatic', 'manual'),
  customer: text,
  description: text,
  excluded_payment_method_types: list(text),
  metadata,
  on_behalf_of: refused,
  receipt_email: email,
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping: shippingParam,
  statement_descriptor: statementDescriptor,
  statement_descriptor_suffix: statementDescriptorSuffix,
  transfer_data: refused,
  transfer_group: text,
  ...confirmation,
  ...typesParams,
  ...withoutEffect,
  ...notSimulated,
  ...expandParam,
}

const clearableFee: Field<number | null | undefined> = (value, name) =>
  value === '' ? null : nonNegativeInteger(value, name)

export const updateParams = {
  amount: positiveInteger,
  application_fee_amount: clearableFee,
  capture_method: captureMethod,
  currency: text,
  customer: text,
  description: clearableText,
  excluded_payment_method_types: ignored,
  metadata,
  payment_method: text,
  payment_method_data: paymentMethodData,
  receipt_email: clearableEmail,
  setup_future_usage: clearableText,
  shipping: shippingParam,
  statement_descriptor: clearableDescriptor,
  statement_descriptor_suffix: clearableDescriptorSuffix,
  transfer_data: refused,
  transfer_group: text,
  ...typesParams,
  ...withoutEffect,
  ...notSimulated,
  ...expandParam,
}

export const confirmParams = {
  amount_to_confirm: integer,
  capture_method: captureMethod,
  client_secret: text,
  excluded_payment_method_types: ignored,
  receipt_email: clearableEmail,
  setup_future_usage: clearableText,
  shipping: shippingParam,
  ...confirmation,
  ...typesParams,
  ...withoutEffect,
  ...notSimulated,
  ...expandParam,
}

export const captureParams = {
  amount_to_capture: positiveInteger,
  application_fee_amount: nonNegativeInteger,
  amount_details: ignored,
  final_capture: boolean,
  hooks: refused,
  metadata,
  payment_details: ignored,
  statement_descriptor: statementDescriptor,
  statement_descriptor_suffix: statementDescriptorSuffix,
  transfer_data: refused,
  ...expandParam,
}

export const cancelParams = {
  cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'),
  ...expandParam,
}

export const retrieveParams = { client_secret: text, ...expandParam }
