import type Stripe from 'stripe'
import type { Metadata, Stored } from './stored.ts'

/** A name of our own, so that declarations need not point into the SDK's files. */
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
  /** The code it was registered with, where that can be used only once. */
  readonly registrationCode?: string | undefined
  readonly location: string | null
  readonly status: 'online' | 'offline'
  readonly lastSeenAt: number
  readonly metadata: Metadata
  readonly action: ReaderAction | null
}
