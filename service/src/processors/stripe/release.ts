import type { Stripe } from 'stripe'

/**
 * What was authorized and not captured, Stripe shows some accounts as a refund: in the charge's `amount_refunded`, and
 * as an object in the list of refunds. No money went back to anybody: nothing of the balance has moved.
 */
export function releaseIn(charge: Stripe.Charge, refunds: Stripe.Refund[]): Stripe.Refund | null {
  const uncaptured = charge.amount - charge.amount_captured
  if (uncaptured === 0) return null
  const [oldest] = refunds
    .filter(refund => refund.amount === uncaptured && refund.balance_transaction === null)
    .filter(refund => !refund.metadata?.svcRefundId)
    .sort((a, b) => a.created - b.created || refunds.indexOf(b) - refunds.indexOf(a))
  return oldest ?? null
}

export function chargeOf({ id, latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge {
  if (charge === null || typeof charge === 'string') throw new Error(`no charge with payment intent ${id}`)
  return charge
}
