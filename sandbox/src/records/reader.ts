import type Stripe from 'stripe'
import type { Metadata, Stored } from './stored.ts'

/** Named here so that our type declarations do not refer to the SDK's files. */
export interface ProcessConfig extends Stripe.Terminal.Reader.Action.ProcessPaymentIntent.ProcessConfig {}

export interface ReaderAction {
  readonly status: 'in_progress' | 'succeeded' | 'failed'
  readonly paymentIntent: string
  readonly processConfig?: ProcessConfig | undefined
  readonly failureCode: string | null
  readonly failureMessage: string | null
}

export interface ReaderRecord extends Stored {
  readonly label: string
  readonly deviceType: string
  readonly serialNumber: string
  /** The code it was registered with, if that code works only once. */
  readonly registrationCode?: string | undefined
  readonly location: string | null
  readonly status: 'online' | 'offline'
  readonly lastSeenAt: number
  readonly metadata: Metadata
  readonly action: ReaderAction | null
}
