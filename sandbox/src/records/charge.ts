import type Stripe from 'stripe'
import type { Behavior } from '../simulated/behavior.ts'
import type { BankFacts, CardFacts, IbanFacts } from './payment-method.ts'
import type { Shown, Stored } from './stored.ts'

type Added =
  | 'amount_refunded'
  | 'billing_details'
  | 'failure_balance_transaction'
  | 'failure_code'
  | 'failure_message'
  | 'outcome'
  | 'paid'
  | 'payment_method_details'
  | 'receipt_number'
  | 'receipt_url'
  | 'refunded'
  | 'review'
  | 'source'
  | 'source_transfer'
  | 'transfer_data'

export interface ChargeRecord extends Stored, Shown<Stripe.Charge, Added> {
  readonly status: 'succeeded' | 'pending' | 'failed'
  readonly payment_intent: string
  readonly payment_method: string
  readonly amountRefunded: number
  /** The released hold's share of the refunded amount, on accounts that show releases as refunds. */
  readonly amountReleased: number
  /** The address of the sandbox that shows its receipt. */
  readonly receiptAt: string
  readonly failure: { readonly code: string; readonly declineCode: string; readonly message: string } | null
  /** When the authorization expires, in seconds. */
  readonly captureBefore: number | null
  readonly paidWith: PaidWith
}

/** How it was paid, at the time of the charge. */
export interface PaidWith {
  readonly type: string
  readonly billing_details: Stripe.PaymentMethod.BillingDetails | null
  readonly card: CardFacts | null
  readonly bank: BankFacts | null
  readonly iban?: IbanFacts | undefined
  readonly behavior: Behavior
  readonly threeDSecure: ThreeDSecure | null
  readonly reader: string | null
  readonly location: string | null
}

/** `attempt_acknowledged`: the shopper's card is not enrolled, and the shopper was not asked. */
export type ThreeDSecure = 'authenticated' | 'attempt_acknowledged'
