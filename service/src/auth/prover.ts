import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { sha256 } from '../crypto.ts'
import { type CredentialDigest, provesCredential } from './credential.ts'

interface StoredCredential<Identity> extends CredentialDigest {
  identity: Identity
  lastUsedAt: Date | null
  /** A flag, not a time: the clock of the instance that revoked it may differ. */
  revoked: boolean
  expiresAt: Date | null
}

interface ProverDeps<Identity> {
  clock: Clock
  find(presented: string): Promise<StoredCredential<Identity> | null>
  markUsed(identity: Identity, at: Date): Promise<void>
}

/** A change must reach every instance within a second. Counted from the look-up, because its answer may be late. */
const rememberMs = 500
const maxRemembered = 10_000
const markUsedEveryMs = 60_000

const unknownCredential: CredentialDigest = { salt: Buffer.alloc(16), digest: Buffer.alloc(32) }

/** Proves credentials against stored digests, and remembers proven ones for a moment. */
export function createProver<Identity>(deps: ProverDeps<Identity>) {
  const { clock } = deps
  // By size: with `max`, the cache would allocate all its room when the service starts.
  type Remembered = Pick<StoredCredential<Identity>, 'identity' | 'expiresAt'> & { untilMs: number }
  const remembered = new LRUCache<string, Remembered>({ maxSize: maxRemembered, sizeCalculation: () => 1 })
  const lookups = new Map<string, Promise<Identity | null>>()
  /** What was looked up before the last time may be out of date. */
  let timesForgotten = 0

  /** Every failure takes the same path: one look-up and one comparison, even if nothing was presented. */
  async function verify(presented: string, fingerprint: string): Promise<Identity | null> {
    const [askedAtMs, asked] = [clock.elapsedMs(), timesForgotten]
    const stored = await deps.find(presented)
    const proven = provesCredential(presented, stored ?? unknownCredential)
    const now = clock.now()
    if (!stored || !proven || stored.revoked || isOver(stored.expiresAt)) return null
    const { identity, expiresAt } = stored
    if (asked === timesForgotten)
      remembered.set(fingerprint, { identity, expiresAt, untilMs: askedAtMs + rememberMs })
    // A lost time stamp is no reason to refuse a request.
    if (now.getTime() - (stored.lastUsedAt?.getTime() ?? 0) >= markUsedEveryMs)
      void deps.markUsed(identity, now).catch(() => {})
    return identity
  }

  const isOver = (expiresAt: Date | null) => expiresAt !== null && clock.now() >= expiresAt

  const fingerprintOf = (presented: string) => sha256(presented).toString('base64')

  return {
    /** The owner of a credential; null if there is no such credential. */
    async prove(presented: string): Promise<Identity | null> {
      const fingerprint = fingerprintOf(presented)
      const known = remembered.get(fingerprint)
      if (known && clock.elapsedMs() < known.untilMs && !isOver(known.expiresAt)) return known.identity
      const running = lookups.get(fingerprint)
      if (running) return await running
      const lookup = verify(presented, fingerprint).finally(() => {
        if (lookups.get(fingerprint) === lookup) lookups.delete(fingerprint)
      })
      lookups.set(fingerprint, lookup)
      return await lookup
    },
    /** Its owner when it was last proven here. Not a proof: it may have been revoked since. */
    lastProven: (presented: string) => remembered.get(fingerprintOf(presented))?.identity ?? null,
    /** Forgets some proven credentials, so that a change made here takes effect at once. */
    forget(which: (identity: Identity) => boolean): void {
      timesForgotten++
      lookups.clear()
      for (const [fingerprint, { identity }] of remembered) {
        if (which(identity)) remembered.delete(fingerprint)
      }
    },
  }
}
