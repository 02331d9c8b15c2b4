import type Stripe from 'stripe'
import type { Metadata, Stored } from './stored.ts'

export interface SetupIntentRecord extends Stored {
  readonly created: number
  readonly secret: string
  readonly status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'succeeded'
    | 'canceled'
  readonly application: string | null
  readonly customer: string | null
  readonly description: string | null
  /** The types the caller allowed, or null for the account's own choice. */
  readonly allowedTypes: readonly string[] | null
  readonly types: readonly string[]
  readonly paymentMethod: string | null
  readonly usage: 'on_session' | 'off_session'
  readonly nextAction: Stripe.SetupIntent.NextAction | null
  readonly lastSetupError: Stripe.SetupIntent.LastSetupError | null
  readonly cancellationReason: string | null
  readonly metadata: Metadata
}

export function setupSecret({ id, secret }: SetupIntentRecord): string {
  return `${id}_secret_${secret}`
}
