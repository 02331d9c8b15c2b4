import { createCipheriv, createDecipheriv, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { defaultKeyId, type NamedKey } from './settings/secrets.ts'

/** Compares in constant time, even if the lengths differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b))
}

export function sha256(...parts: (string | Buffer)[]): Buffer {
  const [only = ''] = parts
  const whole = parts.length > 1 ? Buffer.concat(parts.map(part => Buffer.from(part))) : only
  return hash('sha256', whole, 'buffer')
}

/** Newest first. The first key seals; all of them open. */
export type KeyRing = readonly NamedKey[]

const unnamedFormat = 1
const namedFormat = 2

/**
 * A sealed value begins with the name of its key. The default key has no name, so that releases from before key names
 * existed can open its values.
 */
export function sealHeader(keyId: string): Buffer {
  if (keyId === defaultKeyId) return Buffer.of(unnamedFormat)
  const name = Buffer.from(keyId)
  return Buffer.concat([Buffer.of(namedFormat, name.length), name])
}

/**
 * AES-256-GCM. `owner` and the name of the key are authenticated with the text, so that a sealed secret copied to another
 * merchant's row does not open.
 */
export function seal(keys: KeyRing, owner: string, content: string | Buffer): Buffer {
  const [newest] = keys
  if (!newest) throw new Error('there is no key to seal with')
  const nonce = randomBytes(12)
  const header = sealHeader(newest.id)
  const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(authenticated(header, owner))
  const sealed = [cipher.update(Buffer.from(content)), cipher.final()]
  return Buffer.concat([header, nonce, cipher.getAuthTag(), ...sealed])
}

export function unseal(keys: KeyRing, owner: string, sealed: Buffer): string {
  return unsealBytes(keys, owner, sealed).toString('utf8')
}

export function unsealBytes(keys: KeyRing, owner: string, sealed: Buffer): Buffer {
  const { key, header } = keyOf(keys, sealed)
  const body = sealed.subarray(header.length)
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, 12), { authTagLength: 16 })
    .setAAD(authenticated(header, owner))
    .setAuthTag(body.subarray(12, 28))
  return Buffer.concat([decipher.update(body.subarray(28)), decipher.final()])
}

/** True if one of these keys opens the value, and the value is unchanged. */
export function opens(keys: KeyRing, owner: string, sealed: Buffer): boolean {
  try {
    unsealBytes(keys, owner, sealed)
    return true
  } catch {
    return false
  }
}

/** Neither text nor JSON begins with either of these bytes. */
export function isSealed(stored: Buffer): boolean {
  return stored[0] === unnamedFormat || stored[0] === namedFormat
}

function keyOf(keys: KeyRing, sealed: Buffer): { key: Buffer; header: Buffer } {
  const [format, nameLength = 0] = sealed
  if (format === unnamedFormat) {
    const unnamed = keys.find(({ id }) => id === defaultKeyId) ?? keys.at(-1)
    if (unnamed) return { key: unnamed.key, header: sealed.subarray(0, 1) }
  }
  if (format !== namedFormat) throw new Error('sealed with an unknown format')
  const header = sealed.subarray(0, 2 + nameLength)
  const name = header.subarray(2).toString()
  const found = keys.find(({ id }) => id === name)
  if (!found) throw new Error(`sealed with the key ${name}, which is not configured`)
  return { key: found.key, header }
}

function authenticated(header: Buffer, owner: string): Buffer {
  return header[0] === unnamedFormat ? Buffer.from(owner) : Buffer.concat([header, Buffer.from(owner)])
}
