import type { Db } from '../../src/db/db.ts'
import { openEventBody } from '../../src/deliveries/event-body.ts'
import { encryptionKeys } from './secrets.ts'

export interface StoredEvent {
  merchantId: string
  eventId: string
  type: string
  outcome: string
  paymentId: string | null
  body: Buffer
}

/** All recorded events, with their bytes as received. */
export async function storedEvents(db: Db): Promise<StoredEvent[]> {
  const rows = await db<(StoredEvent & { sealedBody: Buffer })[]>`
    select merchant_id, event_id, type, outcome, payment_id, sealed_body from events`
  return rows.map(({ sealedBody, ...row }) => ({
    ...row,
    body: openEventBody(encryptionKeys, row.eventId, sealedBody),
  }))
}
