import type Stripe from 'stripe'
import type { Metadata, Stored } from './stored.ts'

/** Named here so that our type declarations do not refer to the SDK's files. */
export interface ProcessConfig extends Stripe.Terminal.Reader.Action.ProcessPaymentIntent.ProcessConfig {}

export interface ReaderAction {
  readonly api_error: null
  readonly failure_code: string | null
  readonly failure_message: string | null
  readonly process_payment_intent: { payment_intent: string; process_config?: ProcessConfig }
  readonly status: 'in_progress' | 'succeeded' | 'failed'
  readonly type: 'process_payment_intent'
}

export interface ReaderRecord extends Stored {
  readonly label: string
  readonly device_type: string
  readonly serial_number: string
  /** The code it was registered with, if that code works only once. */
  readonly registrationCode?: string | undefined
  readonly location: string | null
  readonly status: 'online' | 'offline'
  readonly last_seen_at: number
  readonly metadata: Metadata
  readonly action: ReaderAction | null
}
