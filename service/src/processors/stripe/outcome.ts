import { Stripe } from 'stripe'
import type { Outcome, Refusal } from '../port.ts'

const wrongState = new Set([
  'payment_intent_unexpected_state',
  'charge_already_captured',
  'charge_already_refunded',
  'charge_disputed',
  'charge_expired_for_capture',
])

/** Credentials, permission, rate: checked before the processor looks up what the key did before. */
const turnedAway = new Set([401, 403, 429])

/** Answers that say for certain that nothing happened. Everything else may have had its effect. */
const definite = new Set([400, 401, 402, 403, 404, 429])

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

function refusalOf(error: InstanceType<typeof Stripe.errors.StripeError>): Refusal {
  return {
    reason: reasonOf(error),
    code: error.code ?? error.rawType ?? null,
    message: withoutKeys(error.message),
  }
}

function reasonOf(error: InstanceType<typeof Stripe.errors.StripeError>): Refusal['reason'] {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return 'key_conflict'
  if (error.code === 'account_invalid' && error.statusCode === 403) return 'gone'
  if (turnedAway.has(error.statusCode ?? 0)) return 'turned_away'
  if (error.code && wrongState.has(error.code)) return 'wrong_state'
  return error instanceof Stripe.errors.StripeInvalidRequestError ? 'invalid' : 'failed'
}

/** The processor quotes (parts of) the secret key when it does not like it; callers must not see that. */
function withoutKeys(message: string): string {
  return message.replaceAll(/\b[srp]k_\w+[\w*]*/g, '[key]')
}
