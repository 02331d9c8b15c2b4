import { Stripe } from 'stripe'
import type { Call, Outcome } from '../outcomes.ts'
import { refusalOf } from './refusal.ts'

/** Answers that say for certain that nothing happened. Everything else may have had its effect. */
const definite = new Set([400, 401, 402, 403, 404, 429])

/** Done, refused or unknown. Whatever is not the processor's answer is a bug of ours, and thrown. */
export async function outcomeOf<Value>(ask: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { kind: 'done', value: await ask() }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.statusCode !== undefined && definite.has(error.statusCode)) {
      return { kind: 'refused', refusal: refusalOf(error) }
    }
    const isLastWord = error.headers?.['idempotent-replayed'] === 'true'
    return { kind: 'unknown', reason: `${error.type}${error.code ? ` (${error.code})` : ''}`, isLastWord }
  }
}

export function optionsOf({ accountId, idempotencyKey }: Call): Stripe.RequestOptions {
  return { stripeAccount: accountId, idempotencyKey }
}
