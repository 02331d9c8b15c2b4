import type Stripe from 'stripe'
import type { ReaderAction, ReaderRecord } from '../records/reader.ts'

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
