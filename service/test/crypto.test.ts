import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal, sealHeader, unseal } from '../src/crypto.ts'

const named = (id: string) => ({ id, key: randomBytes(32) })
const [old, current, next] = [named('default'), named('2030'), named('2031')]

/** As in releases before keys had names. */
function sealWithoutName(key: Buffer, owner: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), sealed])
}

describe('a sealed value', () => {
  it('carries the name of the newest key, and opens with any ring that has it', () => {
    const sealed = seal([next, current, old], 'owner', 'text')
    expect(sealed.subarray(0, 6)).toEqual(Buffer.from('\u0002\u00042031', 'latin1'))
    expect(sealHeader('2031').equals(sealed.subarray(0, 6))).toBe(true)
    for (const ring of [[next], [named('2032'), next], [current, next, old]]) {
      expect(unseal(ring, 'owner', sealed)).toBe('text')
    }
    expect(() => unseal([current, old], 'owner', sealed)).toThrow(/the key 2031, which is not configured/)
  })

  it('without a name belongs to the default key, or to the last of the ring', () => {
    const sealed = sealWithoutName(old.key, 'owner', 'text')
    expect(unseal([old], 'owner', sealed)).toBe('text')
    expect(unseal([next, old, current], 'owner', sealed)).toBe('text')
    expect(unseal([next, { id: 'moved', key: old.key }], 'owner', sealed)).toBe('text')
    expect(() => unseal([next, current], 'owner', sealed)).toThrow()
  })

  it('of the default key can be opened by releases from before key names', () => {
    const sealed = seal([old], 'owner', 'text')
    expect(sealed[0]).toBe(1)
    expect(sealed).toHaveLength(sealWithoutName(old.key, 'owner', 'text').length)
  })

  it('opens for its owner only, and only if no part of it was changed', () => {
    for (const ring of [[old], [next]]) {
      const sealed = seal(ring, 'owner', 'text')
      expect(() => unseal(ring, 'other', sealed)).toThrow()
      for (let i = 0; i < sealed.length; i++) {
        const changed = Buffer.from(sealed)
        changed[i] = (changed[i] ?? 0) ^ 1
        expect(() => unseal(ring, 'owner', changed), `byte ${i}`).toThrow()
      }
    }
  })

  it('under another name of the same key does not open: the name is part of it', () => {
    const sealed = seal([{ id: 'aaaa', key: next.key }], 'owner', 'text')
    const renamed = Buffer.concat([sealHeader('bbbb'), sealed.subarray(6)])
    expect(() => unseal([{ id: 'bbbb', key: next.key }], 'owner', renamed)).toThrow()
  })
})
