import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sha256 } from '../crypto.ts'
import { suffixOf } from '../ids.ts'

export interface CredentialDigest {
  salt: Buffer
  digest: Buffer
}

export interface NewCredential extends CredentialDigest {
  /** Shown once, never stored. */
  text: string
  hint: string
}

/** `<prefix>_<public id>_<192 random bits>`: the id finds the row, the salted digest proves the credential. */
export function newCredential(prefix: string, id: string): NewCredential {
  const text = `${prefix}_${suffixOf(id)}_${randomBytes(24).toString('hex')}`
  const salt = randomBytes(16)
  return { text, hint: text.slice(-4), salt, digest: sha256(salt, text) }
}

/** The public id in a presented credential, without the prefix; null if this cannot be a credential of that kind. */
export function publicIdIn(prefix: string, presented: string): string | null {
  const [, id] = /^([0-9a-z]{26})_[0-9a-f]{48}$/.exec(presented.slice(prefix.length + 1)) ?? []
  return presented.startsWith(`${prefix}_`) && id !== undefined ? id : null
}

export function provesCredential(presented: string, { salt, digest }: CredentialDigest): boolean {
  return timingSafeEqual(sha256(salt, presented), digest)
}
