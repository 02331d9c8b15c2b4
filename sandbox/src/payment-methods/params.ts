import { billingParam } from '../api/address-params.ts'
import { metadata } from '../api/metadata.ts'
import { hash, ignored, integer, list, oneOf, refused, required, text } from '../api/params.ts'
import { otherTypes, type RedirectType, redirects } from '../simulated/payment-method-types.ts'

const redirectHashes = Object.fromEntries(redirects.map(type => [type, ignored])) as Record<
  RedirectType,
  typeof ignored
>

const otherHashes: Record<string, typeof refused> = Object.fromEntries(
  otherTypes.map(type => [type, refused]),
)

export const allowRedisplay = oneOf('always', 'limited', 'unspecified')

const paymentMethodShape = {
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
  sepa_debit: hash({ iban: required(text) }),
  ...redirectHashes,
  ...otherHashes,
  billing_details: billingParam,
  metadata,
  allow_redisplay: allowRedisplay,
  radar_options: ignored,
}

export const paymentMethodData = hash(paymentMethodShape)
/** With `payment_method`, a clone; otherwise a new one, which needs a type. */
export const createParams = {
  ...paymentMethodShape,
  type: text,
  customer: text,
  payment_method: text,
  expand: list(text),
}
