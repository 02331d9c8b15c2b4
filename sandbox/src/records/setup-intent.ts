import type Stripe from 'stripe'
import type { Metadata, Shown, Stored } from './stored.ts'

type Added =
  | 'automatic_payment_methods'
  | 'excluded_payment_method_types'
  | 'flow_directions'
  | 'latest_attempt'
  | 'mandate'
  | 'payment_method_configuration_details'
  | 'payment_method_options'
  | 'single_use_mandate'

export interface SetupIntentRecord extends Stored, Shown<Stripe.SetupIntent, Added> {
  readonly status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'succeeded'
    | 'canceled'
  readonly client_secret: string
  readonly metadata: Metadata
  readonly usage: 'on_session' | 'off_session'
}
