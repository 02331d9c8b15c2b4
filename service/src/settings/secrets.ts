import type { Reader } from './reader.ts'
import { hasRandomPart, looksRandom } from './strength.ts'

/** A key for sealing. Sealed values carry its id. */
export interface NamedKey {
  id: string
  key: Buffer
}

/** The id of SVC_ENCRYPTION_KEY, and of the key for sealed values without an id. */
export const defaultKeyId = 'default'

export function readOperatorToken(read: Reader): string {
  const name = 'SVC_OPERATOR_TOKEN'
  const token = read.required(name, /^\S{20,}$/, 'must have at least 20 characters and no spaces')
  if (token !== '' && !(looksRandom(Buffer.from(token), 6) && hasRandomPart(token))) {
    read.refuse(`${name} is too easy to guess; make a random one, for example with: openssl rand -hex 24.`)
  }
  return token
}

const keyShape = '[A-Za-z0-9+/]{43}='
const random = 'must be 32 random bytes in base64, for example from: openssl rand -base64 32'

/** Newest first. The first key seals; all of them open. */
export function readEncryptionKeys(read: Reader): NamedKey[] {
  const ring = readKeyRing(read)
  const single = readSingleKey(read, read.optional('SVC_ENCRYPTION_KEYS') !== null)
  const listed = ring.find(({ id }) => id === defaultKeyId)
  if (!single || !listed) return single ? [...ring, single] : ring
  if (!listed.key.equals(single.key)) {
    read.refuse(
      'SVC_ENCRYPTION_KEYS and SVC_ENCRYPTION_KEY hold different keys named default; keep one of them.',
    )
  }
  return ring
}

function readKeyRing(read: Reader): NamedKey[] {
  const name = 'SVC_ENCRYPTION_KEYS'
  if (read.optional(name) === null) return []
  const shape = new RegExp(`^([\\w.-]{1,32}):(${keyShape})$`)
  const wanted = 'must be a comma-separated list of id:key, newest first; a key is 32 random bytes in base64'
  const ring = read.list(name, shape, wanted).map(entry => {
    const [, id = '', text = ''] = shape.exec(entry) ?? []
    return { id, key: Buffer.from(text, 'base64') }
  })
  // Older keys only open: a weak key from before this check has to be accepted, or it could not be replaced.
  const [sealing] = ring
  if (sealing && !isRandomKey(sealing.key))
    read.refuse(`${name} starts with a key that is not random: ${sealing.id}; it ${random}.`)
  if (new Set(ring.map(({ id }) => id)).size < ring.length)
    read.refuse(`${name} has two keys with the same id.`)
  return ring
}

function readSingleKey(read: Reader, hasRing: boolean): NamedKey | null {
  const name = 'SVC_ENCRYPTION_KEY'
  if (hasRing && read.optional(name) === null) return null
  const text = read.required(name, new RegExp(`^${keyShape}$`), random)
  const key = Buffer.from(text, 'base64')
  if (text !== '' && !hasRing && !isRandomKey(key)) read.refuse(`${name} is not random; it ${random}.`)
  return { id: defaultKeyId, key }
}

/** A key must not consist of words, whether in base64 or as bytes. */
function isRandomKey(key: Buffer): boolean {
  const bytes = key.toString('latin1')
  const isText = /^[\x20-\x7e]*$/.test(bytes)
  const texts = isText ? [bytes, key.toString('base64')] : [key.toString('base64')]
  return looksRandom(key, 12) && texts.every(hasRandomPart)
}
