import { createHmac, hkdfSync } from 'node:crypto'
import { type KeyRing, sameSecret } from '../crypto.ts'

export type Seals = ReturnType<typeof createSeals>

/** Marks objects that this service created at a processor, so that nobody mistakes copies of their metadata for ours. */
export function createSeals(keys: KeyRing) {
  const derived = keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', 'svcpay seal', 32)))
  const sealWith = (key: Buffer, ids: unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(ids)).digest('base64url').slice(0, 32)
  return {
    make(...ids: string[]): string {
      const [newest] = derived
      if (!newest) throw new Error('there is no key to seal with')
      return sealWith(newest, ids)
    },
    /** True if any key of the ring made the seal. */
    isOurs: (seal: string | undefined, ...ids: (string | undefined)[]) =>
      seal !== undefined &&
      ids.every(id => id !== undefined) &&
      derived.some(key => sameSecret(sealWith(key, ids), seal)),
  }
}
