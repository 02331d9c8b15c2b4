import type Stripe from 'stripe'
import { checkCountry } from '../countries.ts'
import {
  clearableText,
  type Field,
  hash,
  ignored,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
} from '../http/params.ts'
import { type RedirectType, redirects } from './types.ts'

/** Names of our own, so that declarations need not point into the SDK's files. */
export interface BillingDetails extends Stripe.PaymentMethod.BillingDetails {}
export interface ShippingDetails extends Stripe.PaymentIntent.Shipping {}

const country: Field<string | null | undefined> = (value, name) => {
  const code = clearableText(value, name)
  return code ? checkCountry(code, name) : code
}

const address = hash({
  city: clearableText,
  country,
  line1: clearableText,
  line2: clearableText,
  postal_code: clearableText,
  state: clearableText,
})

/** A whole address from whatever parts were sent. */
export const addressParam: Field<Stripe.Address | undefined> = (value, name) => {
  const parts = address(value, name)
  if (!parts) return undefined
  return {
    city: parts.city ?? null,
    country: parts.country ?? null,
    line1: parts.line1 ?? null,
    line2: parts.line2 ?? null,
    postal_code: parts.postal_code ?? null,
    state: parts.state ?? null,
  }
}

const billing = hash({
  address: addressParam,
  email: clearableText,
  name: clearableText,
  phone: clearableText,
  tax_id: clearableText,
})

const billingParam: Field<BillingDetails | undefined> = (value, name) => {
  const parts = billing(value, name)
  if (!parts) return undefined
  return {
    address: parts.address ?? {
      city: null,
      country: null,
      line1: null,
      line2: null,
      postal_code: null,
      state: null,
    },
    email: parts.email ?? null,
    name: parts.name ?? null,
    phone: parts.phone ?? null,
    tax_id: parts.tax_id ?? null,
  }
}

const shipping = hash({
  address: addressParam,
  carrier: clearableText,
  name: clearableText,
  phone: clearableText,
  tracking_number: clearableText,
})

export const shippingParam: Field<ShippingDetails | undefined> = (value, name) => {
  const parts = shipping(value, name)
  if (!parts) return undefined
  return {
    ...(parts.address ? { address: parts.address } : {}),
    carrier: parts.carrier ?? null,
    ...(parts.name ? { name: parts.name } : {}),
    phone: parts.phone ?? null,
    tracking_number: parts.tracking_number ?? null,
  }
}

const redirectHashes = Object.fromEntries(redirects.map(type => [type, ignored])) as Record<
  RedirectType,
  typeof ignored
>

export const allowRedisplay = oneOf('always', 'limited', 'unspecified')

export const paymentMethodShape = {
  type: required(text),
  card: hash({
    number: text,
    exp_month: integer,
    exp_year: integer,
    cvc: text,
    token: text,
    networks: ignored,
  }),
  us_bank_account: hash({
    account_number: text,
    routing_number: text,
    account_holder_type: text,
    account_type: text,
  }),
  ...redirectHashes,
  billing_details: billingParam,
  metadata,
  allow_redisplay: allowRedisplay,
  radar_options: ignored,
}

export const paymentMethodData = hash(paymentMethodShape)
export const createParams = { ...paymentMethodShape, expand: list(text) }
