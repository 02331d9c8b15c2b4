import type { Stripe } from 'stripe'
import { isPaymentId } from '../../ids.ts'
import type { Seals } from '../seals.ts'
import { paymentSnapshot } from './mapping.ts'
import { memoOfPayment } from './memo.ts'
import { outcomeOf } from './outcome.ts'

/** Null without our seal. A copy of our payment has the seal, too. */
export function sealedPayment(seals: Seals, accountId: string, intent: Stripe.PaymentIntent) {
  const { metadata, client_secret: clientSecret } = intent
  const { svcPaymentId: paymentId, orderRef = null, branch = null, customerRef = null } = metadata
  const memo = memoOfPayment(seals, accountId, metadata)
  if (!memo || !isPaymentId(paymentId) || !clientSecret) return null
  const refs = { orderRef, branch, customerRef, description: intent.description }
  const createdAt = new Date(intent.created * 1000)
  return { snapshot: paymentSnapshot(intent), clientSecret, memo, paymentId, ...refs, createdAt }
}

/** Oldest first. May lack payments of the last minute. Empty for accounts that Stripe cannot search. */
export async function paymentsOfId(stripe: Stripe, accountId: string, paymentId: string) {
  const query = `metadata['svcPaymentId']:'${paymentId}'`
  const search = () => stripe.paymentIntents.search({ query, limit: 100 }, { stripeAccount: accountId })
  const found = await outcomeOf(async () => (await search()).data)
  return found.kind === 'done' ? found.value.reverse() : []
}
