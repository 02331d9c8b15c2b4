import { countries } from '../countries.ts'
import { invalidRequest } from './errors.ts'
import { clearableEmail, clearableText, type Field, hash } from './params.ts'

// Spelled out, so that our type declarations do not refer to the SDK's files.
type Address = Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | null>
type BillingDetails = Record<'email' | 'name' | 'phone' | 'tax_id', string | null> & { address: Address }
type ShippingDetails = Record<'carrier' | 'phone' | 'tracking_number', string | null> & {
  address?: Address
  name?: string
}

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

/** A complete address from the parts that were sent. */
export const addressParam: Field<Address | undefined> = (value, name) => {
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
  email: clearableEmail,
  name: clearableText,
  phone: clearableText,
  tax_id: clearableText,
})

export const billingParam: Field<BillingDetails | undefined> = (value, name) => {
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

/** Codes are accepted in any case and stored in capitals, as at Stripe. */
export function checkCountry(country: string, param: string): string {
  const code = country.toUpperCase()
  if (countries.has(code)) return code
  const message = `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.`
  throw invalidRequest(message, { param })
}
