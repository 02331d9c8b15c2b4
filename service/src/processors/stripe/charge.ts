import type { Stripe } from 'stripe'
import type { FeeSnapshot } from '../port.ts'
import { idOf } from './id-of.ts'

export const noFee: FeeSnapshot = { amountCents: 0, refundedCents: 0 }

/** Reads the charge, because the payment may name a different fee by now. The fee object may not exist yet. */
export function hasFee(charge: Stripe.Charge): boolean {
  return charge.application_fee !== null || Boolean(charge.application_fee_amount)
}

/**
 * Fees belong to the platform, so they are listed by their charge, without an account. Null if there is none, or none
 * yet.
 */
export async function readFee(stripe: Stripe, charge: string | Stripe.Charge | null) {
  const id = idOf(charge)
  if (id === null) return null
  const { data } = await stripe.applicationFees.list({ charge: id, limit: 1 })
  return data[0] ? feeSnapshot(data[0]) : null
}

export function feeSnapshot(fee: Stripe.ApplicationFee): FeeSnapshot {
  const { id: processorFeeId, currency, amount: amountCents, amount_refunded: refundedCents } = fee
  return { processorFeeId, currency, amountCents, refundedCents }
}

/** Charges belong to the connected accounts. Only their fees, which belong to the platform, name the account. */
export async function findCharged(stripe: Stripe, id: string) {
  const isFee = id.startsWith('fee_')
  if (!isFee && !/^(ch|py)_/.test(id)) return null
  const fee = isFee
    ? await stripe.applicationFees.retrieve(id)
    : (await stripe.applicationFees.list({ charge: id, limit: 1 })).data[0]
  const [accountId, chargeId] = [idOf(fee?.account ?? null), idOf(fee?.charge ?? null)]
  if (accountId === null || chargeId === null) return null
  const charge = await stripe.charges.retrieve(chargeId, undefined, { stripeAccount: accountId })
  const processorPaymentId = idOf(charge.payment_intent)
  return processorPaymentId === null ? null : { accountId, processorPaymentId }
}

/**
 * For some accounts Stripe shows the part that was authorized but not captured as a refund, in the charge's
 * `amount_refunded` and in the list of refunds. No money moved, so it has no balance transaction.
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
  if (charge === null || typeof charge === 'string') throw new Error(`payment intent ${id} has no charge`)
  return charge
}
