import type Stripe from 'stripe'
import type { Behavior } from '../simulated/behavior.ts'
import type { FailedChecks, Funding } from '../simulated/cards.ts'
import type { Metadata, Stored } from './stored.ts'

export interface CardFacts {
  readonly brand: string
  readonly last4: string
  readonly exp_month: number
  readonly exp_year: number
  readonly fingerprint: string
  readonly cvcGiven: boolean
  readonly country: string
  readonly funding: Funding
  readonly checks?: FailedChecks | undefined
  readonly risk?: 'elevated' | undefined
  readonly pin?: 'offline_pin' | 'online_pin' | undefined
}

export interface BankFacts {
  readonly last4: string
  readonly routing_number: string
  readonly account_holder_type: string
  readonly account_type: string
  readonly fingerprint: string
}

/** A bank account in Europe. */
export interface IbanFacts {
  readonly last4: string
  readonly country: string
  readonly bankCode: string
  readonly fingerprint: string
}

export interface PaymentMethodRecord extends Stored {
  readonly created: number
  readonly type: string
  readonly customer: string | null
  /** It was charged or detached without a customer, so it cannot be used again. */
  readonly spent?: boolean
  /** The shopper has authorized off-session payments, with 3-D Secure where the bank requires it. */
  readonly setUp?: boolean
  /** Null when none were given, as with most test tokens. */
  readonly billing_details: Stripe.PaymentMethod.BillingDetails | null
  readonly metadata: Metadata
  readonly allow_redisplay: 'always' | 'limited' | 'unspecified'
  /** For cards, in person or not. */
  readonly card: CardFacts | null
  readonly bank: BankFacts | null
  readonly iban?: IbanFacts
  /** What happens when it is charged. */
  readonly behavior: Behavior
}

export const noBillingDetails: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}
