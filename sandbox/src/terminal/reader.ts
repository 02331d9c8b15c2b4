import type Stripe from 'stripe'
import type { Metadata } from '../http/params.ts'
import type { Stored } from '../store/table.ts'

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

export function toReader(record: ReaderRecord): Stripe.Terminal.Reader {
  return {
    id: record.id,
    object: 'terminal.reader',
    action: record.action ? toAction(record.action) : null,
    device_sw_version: null,
    device_type: record.deviceType,
    ip_address: '0.0.0.0',
    label: record.label,
    last_seen_at: record.lastSeenAt,
    livemode: false,
    location: record.location,
    metadata: record.metadata,
    serial_number: record.serialNumber,
    status: record.status,
  }
}

function toAction(action: ReaderAction): Stripe.Terminal.Reader.Action {
  return {
    api_error: null,
    failure_code: action.failureCode,
    failure_message: action.failureMessage,
    process_payment_intent: {
      payment_intent: action.paymentIntent,
      ...(action.processConfig ? { process_config: action.processConfig } : {}),
    },
    status: action.status,
    type: 'process_payment_intent',
  }
}
