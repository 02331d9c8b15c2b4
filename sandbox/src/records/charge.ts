import type Stripe from 'stripe'
import type { Behavior } from '../simulated/behavior.ts'
import type { BankFacts, CardFacts, IbanFacts } from './payment-method.ts'
import type { Metadata, Stored } from './stored.ts'

export interface ChargeRecord extends Stored {
  readonly created: number
  readonly status: 'succeeded' | 'pending' | 'failed'
  readonly amount: number
  readonly amountCaptured: number
  readonly amountRefunded: number
  /** What a released hold adds to the refunded amount, on accounts that show releases as refunds. */
  readonly amountReleased?: number
  readonly captured: boolean
  readonly disputed: boolean
  readonly currency: string
  readonly application: string | null
  readonly applicationFee: string | null
  readonly applicationFeeAmount: number | null
  readonly balanceTransaction?: string
  readonly payment_intent: string
  readonly customer: string | null
  readonly description: string | null
  readonly receiptEmail: string | null
  /** The address of the sandbox that shows its receipt. */
  readonly receiptAt?: string
  readonly shipping: Stripe.Charge.Shipping | null
  readonly statementDescriptor: string | null
  readonly statementDescriptorSuffix: string | null
  /** What the shopper reads on the bank statement. */
  readonly onStatement?: string
  readonly transferGroup: string | null
  readonly metadata: Metadata
  /** The merchant's own report: safe or fraudulent. */
  readonly fraudReport?: string | null
  readonly failure: { readonly code: string; readonly declineCode: string; readonly message: string } | null
  /** When the authorization expires, in seconds. */
  readonly captureBefore: number | null
  /** Not in `paidWith`, which is then the same for all charges of a card and takes no room in the log. */
  readonly paymentMethod?: string
  readonly paidWith: PaidWith
}

/** How it was paid, at the time of the charge. */
export interface PaidWith {
  /** In data of earlier releases, instead of the charge's `paymentMethod`. */
  readonly id?: string
  readonly type: string
  readonly billing: Stripe.PaymentMethod.BillingDetails | null
  readonly card: CardFacts | null
  readonly bank: BankFacts | null
  readonly iban?: IbanFacts | undefined
  readonly behavior: Behavior
  /** In data of earlier releases, instead of `threeDSecure`. */
  readonly authenticated?: boolean
  readonly threeDSecure?: ThreeDSecure | null
  readonly reader: string | null
  readonly location: string | null
}

/** `attempt_acknowledged`: the shopper's card is not enrolled, and nothing was asked. */
export type ThreeDSecure = 'authenticated' | 'attempt_acknowledged'

export function paymentMethodOf({ paymentMethod, paidWith }: ChargeRecord): string {
  return paymentMethod ?? paidWith.id ?? ''
}
