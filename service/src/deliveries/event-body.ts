import { isSealed, type KeyRing, unsealBytes } from '../crypto.ts'

/** Events recorded before sealing existed are stored as they arrived, until `svcpay reseal` seals them. */
export function openEventBody(keys: KeyRing, eventId: string, stored: Buffer): Buffer {
  if (isRemovedBody(stored)) throw new Error('the event’s body was removed by retention')
  return isSealed(stored) ? unsealBytes(keys, eventId, stored) : stored
}

/** `svcpay retention` leaves the event without its body. */
export function isRemovedBody(stored: Buffer): boolean {
  return stored.length === 0
}
