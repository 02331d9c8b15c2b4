import { Stripe } from 'stripe'
import type { Call, Outcome } from '../outcomes.ts'
import { refusalOf } from './refusal.ts'

/** With these statuses, it is certain that nothing happened. After any other, the call may have taken effect. */
const definite = new Set([400, 401, 402, 403, 404, 429])

/** An error that does not come from the SDK is our bug, and is rethrown. */
export async function outcomeOf<Value>(ask: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { kind: 'done', value: await ask() }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const isRepeated = error.headers?.['idempotent-replayed'] === 'true'
    if (error.statusCode !== undefined && definite.has(error.statusCode)) {
      const refusal = refusalOf(error)
      return { kind: 'refused', refusal: isRepeated ? { ...refusal, isRepeated } : refusal }
    }
    const reason = `${error.type}${error.code ? ` (${error.code})` : ''}`
    return { kind: 'unknown', reason, isSavedFailure: isRepeated }
  }
}

/** The calls of a port that have an outcome, but each returns its value or throws the SDK's error. */
type Throwing<Port> = {
  [Name in keyof Port as Port[Name] extends Asking | undefined ? Name : never]: Port[Name] extends
    | ((...args: infer Args) => Promise<Outcome<infer Value>>)
    | undefined
    ? (...args: Args) => Promise<Value>
    : never
}
type Asking = (...args: never[]) => Promise<Outcome<unknown>>

/** Turns what the calls return or throw into outcomes. */
export function withOutcomes<Port extends object>(calls: Throwing<Port>) {
  const wrapped = Object.entries(calls as Record<string, (...args: unknown[]) => Promise<unknown>>).map(
    ([name, call]) => [name, (...args: unknown[]) => outcomeOf(() => call(...args))],
  )
  return Object.fromEntries(wrapped) as Pick<Port, keyof Port & keyof Throwing<Port>>
}

export function optionsOf({ accountId, idempotencyKey }: Call): Stripe.RequestOptions {
  return { stripeAccount: accountId, idempotencyKey }
}

/** The SDK captures the stack on every call in case of an error, which takes a twentieth of the time of a payment. */
export function withoutStack<Value>(begin: () => Value): Value {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return begin()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
