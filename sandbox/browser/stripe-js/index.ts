import { createStripe, sessionFor } from './stripe.ts'

/** The sandbox is at the origin of this script. */
function ownOrigin(): string {
  const script = document.currentScript
  if (script instanceof HTMLScriptElement) return new URL(script.src).origin
  throw new Error('the sandbox’s script must be loaded by a script element without type=module')
}

const origin = ownOrigin()

function Stripe(key: unknown, options?: { stripeAccount?: string }) {
  return createStripe(sessionFor(origin, key, options))
}

Stripe.version = 3
Object.assign(window, { Stripe })
