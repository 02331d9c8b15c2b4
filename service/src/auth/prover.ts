import { hash } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { Recent } from '../recent.ts'
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
  /** Returns a new value within half a second of any change to an identity; null while the generation is unknown. */
  generation?(): string | null
}

/**
 * A change must reach every instance within a second. The time counts from the start of the look-up, because its answer
 * may be late.
 */
const rememberMs = 500
const maxRemembered = 10_000
const markUsedEveryMs = 60_000

const unknownCredential: CredentialDigest = { salt: Buffer.alloc(16), digest: Buffer.alloc(32) }

interface Remembered<Identity> extends Pick<StoredCredential<Identity>, 'identity' | 'expiresAt'> {
  untilMs: number
  /** The generation known when the look-up began. The proof holds while this generation is current. */
  generation: string | null
  lookUpAgainMs: number
}

/** Proves credentials against stored digests, and caches proven ones briefly, or while their generation is current. */
export function createProver<Identity>(deps: ProverDeps<Identity>) {
  const { clock, generation: currentGeneration = () => null } = deps
  const remembered = new Recent<Remembered<Identity>>(maxRemembered)
  const lookups = new Map<string, Promise<Identity | null>>()
  /** Look-ups that began before the last `forget` may be out of date. */
  let timesForgotten = 0

  /** Every failure takes the same path: one look-up and one comparison, even if nothing was presented. */
  async function verify(presented: string, fingerprint: string): Promise<Identity | null> {
    const [untilMs, asked] = [clock.elapsedMs() + rememberMs, timesForgotten]
    // Read before the look-up: a newer generation may belong to a change that the look-up missed.
    const generation = currentGeneration()
    const stored = await deps.find(presented)
    const proven = provesCredential(presented, stored ?? unknownCredential)
    const now = clock.now()
    if (!stored || !proven || stored.revoked || isOver(stored.expiresAt)) {
      remembered.delete(fingerprint)
      return null
    }
    const { identity, expiresAt } = stored
    const lookUpAgainMs = clock.elapsedMs() + markUsedEveryMs
    if (asked === timesForgotten)
      remembered.set(fingerprint, { identity, expiresAt, untilMs, generation, lookUpAgainMs })
    // A lost timestamp is no reason to refuse a request.
    if (now.getTime() - (stored.lastUsedAt?.getTime() ?? 0) >= markUsedEveryMs)
      void deps.markUsed(identity, now).catch(() => {})
    return identity
  }

  function lookUp(presented: string, fingerprint: string): Promise<Identity | null> {
    const running = lookups.get(fingerprint)
    if (running) return running
    const lookup = verify(presented, fingerprint).finally(() => {
      if (lookups.get(fingerprint) === lookup) lookups.delete(fingerprint)
    })
    lookups.set(fingerprint, lookup)
    return lookup
  }

  function isValid({ generation, untilMs, expiresAt }: Remembered<Identity>): boolean {
    const isCurrent = currentGeneration() === generation && generation !== null
    return (isCurrent || clock.elapsedMs() < untilMs) && !isOver(expiresAt)
  }

  const isOver = (expiresAt: Date | null) => expiresAt !== null && clock.now() >= expiresAt

  const fingerprintOf = (presented: string) => hash('sha256', presented, 'base64')

  return {
    async prove(presented: string): Promise<Identity | null> {
      const fingerprint = fingerprintOf(presented)
      const known = remembered.get(fingerprint)
      if (!known || !isValid(known)) return await lookUp(presented, fingerprint)
      // Records its use. Nothing waits for this; if it fails, the next call tries again.
      if (clock.elapsedMs() >= known.lookUpAgainMs) void lookUp(presented, fingerprint).catch(() => {})
      return known.identity
    },
    /** The owner as of the last proof on this instance. Proves nothing: the credential may have been revoked since. */
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
