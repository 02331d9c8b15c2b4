import { inflateSync } from 'node:zlib'
import { isSealed, type KeyRing, unsealBytes } from '../crypto.ts'

/** What zlib begins with, and no JSON. */
const deflated = 0x78

/**
 * Events recorded before sealing existed are stored as they arrived, until `svcpay reseal` seals them. The next release
 * deflates bodies before it seals them, and while it is installed this one sends some of those.
 */
export function openEventBody(keys: KeyRing, eventId: string, stored: Buffer): Buffer {
  if (isRemovedBody(stored)) throw new Error('the event’s body was removed by retention')
  const body = isSealed(stored) ? unsealBytes(keys, eventId, stored) : stored
  return body[0] === deflated ? inflateSync(body) : body
}

/** `svcpay retention` leaves the event without its body. */
export function isRemovedBody(stored: Buffer): boolean {
  return stored.length === 0
}
