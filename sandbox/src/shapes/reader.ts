import type Stripe from 'stripe'
import type { ReaderRecord } from '../records/reader.ts'

export function toReader(record: ReaderRecord): Stripe.Terminal.Reader {
  return {
    id: record.id,
    object: 'terminal.reader',
    action: record.action,
    device_sw_version: null,
    device_type: record.device_type,
    ip_address: '0.0.0.0',
    label: record.label,
    last_seen_at: record.last_seen_at,
    livemode: false,
    location: record.location,
    metadata: record.metadata,
    serial_number: record.serial_number,
    status: record.status,
  }
}
