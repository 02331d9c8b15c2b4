import { deflateSync, inflateSync } from 'node:zlib'
import { isSealed, type KeyRing, seal, unsealBytes } from '../crypto.ts'
import { eventDictionary as dictionary } from './event-dictionary.ts'

/** The first byte of zlib data, which cannot begin JSON. */
const deflated = 0x78

/** Most bodies fit into one or two chunks; by default, Node.js allocates 16 kB for each. */
const options = { dictionary, chunkSize: 2048 }

/** The body can contain a client secret. Sealed data does not compress, so the body is deflated first. */
export function sealEventBody(keys: KeyRing, eventId: string, body: Buffer, mayDeflate: boolean): Buffer {
  return seal(keys, eventId, mayDeflate ? deflateSync(body, { level: 3, ...options }) : body)
}

/** Events recorded before sealing existed are stored as received until `svcpay reseal` seals them. */
export function openEventBody(keys: KeyRing, eventId: string, stored: Buffer): Buffer {
  if (isRemovedBody(stored)) throw new Error('the event’s body was removed by retention')
  const body = isSealed(stored) ? unsealBytes(keys, eventId, stored) : stored
  return body[0] === deflated ? inflateSync(body, options) : body
}

/** `svcpay retention` keeps the event but empties its body. */
export function isRemovedBody(stored: Buffer): boolean {
  return stored.length === 0
}
