import { inflateSync } from 'node:zlib'
import { isSealed, type KeyRing, unsealBytes } from '../crypto.ts'

/** The first byte of zlib data, which cannot begin JSON. */
const deflated = 0x78

/**
 * Events recorded before sealing existed are stored as received until `svcpay reseal` seals them. The next release
 * deflates bodies before sealing them, and during a rolling upgrade this release must be able to send them.
 */
export function openEventBody(keys: KeyRing, eventId: string, stored: Buffer): Buffer {
  if (isRemovedBody(stored)) throw new Error('the event’s body was removed by retention')
  const body = isSealed(stored) ? unsealBytes(keys, eventId, stored) : stored
  return body[0] === deflated ? inflateSync(body) : body
}

/** `svcpay retention` keeps the event but empties its body. */
export function isRemovedBody(stored: Buffer): boolean {
  return stored.length === 0
}
