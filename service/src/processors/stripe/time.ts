import { Stripe } from 'stripe'

/** Every answer is dated, a refusal too, so a call will do that costs little and that any key may make. */
export async function readTime(stripe: Stripe, accountId: string | null): Promise<Date | null> {
  const options = accountId === null ? {} : { stripeAccount: accountId }
  const headers = await stripe.paymentIntents.list({ limit: 1 }, options).then(
    list => list.lastResponse.headers,
    error => {
      if (error instanceof Stripe.errors.StripeError && error.headers) return error.headers
      throw error
    },
  )
  const ms = Date.parse(headers.date ?? '')
  return Number.isNaN(ms) ? null : new Date(ms)
}
