import type { Stripe } from 'stripe'

/**
 * What was authorized and not captured, Stripe shows as refunded: in the charge's `amount_refunded`, and after a
 * partial capture as a refund in the list. No money went back to anybody.
 */
export function releasedCents({ amount, amount_captured, captured }: Stripe.Charge): number {
  return captured ? amount - amount_captured : amount
}

/** The release is made with the capture, so it is the oldest of its amount, and no money of the balance moved. */
export function withoutRelease(charge: Stripe.Charge, refunds: Stripe.Refund[]): Stripe.Refund[] {
  const released = releasedCents(charge)
  if (released === 0) return refunds
  const [release] = refunds
    .filter(refund => refund.amount === released && refund.balance_transaction === null)
    .filter(refund => !refund.metadata?.svcRefundId)
    .sort((a, b) => a.created - b.created || refunds.indexOf(b) - refunds.indexOf(a))
  return refunds.filter(refund => refund !== release)
}

export function chargeOf({ id, latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge {
  if (charge === null || typeof charge === 'string') throw new Error(`no charge with payment intent ${id}`)
  return charge
}
