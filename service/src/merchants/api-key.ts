import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sha256 } from '../crypto.ts'
import { type KeyId, newKeyId, suffixOf } from '../ids.ts'

const shape = /^svc_live_([0-9a-z]{26})_[0-9a-f]{48}$/

export interface NewApiKey {
  keyId: KeyId
  apiKey: string
  hint: string
  salt: Buffer
  digest: Buffer
}

/** `svc_live_<public id>_<192 random bits>`: the id finds the row, the salted digest proves the key. */
export function newApiKey(): NewApiKey {
  const keyId = newKeyId()
  const apiKey = `svc_live_${suffixOf(keyId)}_${randomBytes(24).toString('hex')}`
  const salt = randomBytes(16)
  return { keyId, apiKey, hint: apiKey.slice(-4), salt, digest: sha256(salt, apiKey) }
}

export function keyIdOf(apiKey: string): KeyId | null {
  const match = shape.exec(apiKey)
  return match ? (`key_${match[1]}` as KeyId) : null
}

export function provesKey(apiKey: string, stored: { salt: Buffer; digest: Buffer }): boolean {
  return timingSafeEqual(sha256(stored.salt, apiKey), stored.digest)
}
