import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { sha256 } from '../crypto.ts'
import { type CredentialDigest, provesCredential } from './credential.ts'

interface StoredCredential<Identity> extends CredentialDigest {
  identity: Identity
  lastUsedAt: Date | null
  /** Whatever the clock says: the one that revoked it may have another. */
  revoked: boolean
  expiresAt: Date | null
}

interface ProverDeps<Identity> {
  clock: Clock
  find(presented: string): Promise<StoredCredential<Identity> | null>
  markUsed(identity: Identity, at: Date): Promise<void>
}

export interface Prover<Identity> {
  /** Whose credential this is; null when there is no such credential. */
  prove(presented: string): Promise<Identity | null>
  /** Whose it was when it was last proven here. No proof: it may be revoked since. */
  lastProven(presented: string): Identity | null
  /** Drops what is remembered of some, so that a change made here counts at once. */
  forget(which: (identity: Identity) => boolean): void
  settled(): Promise<void>
}

interface Remembered<Identity> {
  identity: Identity
  expiresAt: Date | null
  rememberedUntilMs: number
}

/** A change must reach every instance within a second. Counted from the question: the answer may be late. */
const rememberMs = 500
const rememberAtMost = 10_000
const markUsedEveryMs = 60_000

const unknownCredential: CredentialDigest = { salt: Buffer.alloc(16), digest: Buffer.alloc(32) }

/** Proves credentials against what is stored, and remembers for a moment those that were proven. */
export function createProver<Identity>(deps: ProverDeps<Identity>): Prover<Identity> {
  const { clock } = deps
  // by size: for a `max`, the cache makes all its room at once, when the service starts
  const remembered = new LRUCache<string, Remembered<Identity>>({
    maxSize: rememberAtMost,
    sizeCalculation: () => 1,
  })
  const lookups = new Map<string, Promise<Identity | null>>()
  const writes = new Set<Promise<void>>()

  /** Every failure takes the same way: one look-up and one comparison, also when nothing was presented. */
  async function verify(presented: string, fingerprint: string): Promise<Identity | null> {
    const askedAtMs = clock.elapsedMs()
    const stored = await deps.find(presented)
    const proven = provesCredential(presented, stored ?? unknownCredential)
    const now = clock.now()
    if (!stored || !proven || !isValid(stored, now)) return null
    const { identity, expiresAt } = stored
    remembered.set(fingerprint, { identity, expiresAt, rememberedUntilMs: askedAtMs + rememberMs })
    if (now.getTime() - (stored.lastUsedAt?.getTime() ?? 0) >= markUsedEveryMs) markUsed(identity, now)
    return identity
  }

  function isRemembered({ expiresAt, rememberedUntilMs }: Remembered<Identity>): boolean {
    return clock.elapsedMs() < rememberedUntilMs && (expiresAt === null || clock.now() < expiresAt)
  }

  function markUsed(identity: Identity, at: Date): void {
    const write: Promise<void> = deps
      .markUsed(identity, at)
      .catch(() => {}) // a lost time stamp is no reason to refuse a request
      .finally(() => writes.delete(write))
    writes.add(write)
  }

  const fingerprintOf = (presented: string) => sha256(presented).toString('base64')

  return {
    async prove(presented) {
      const fingerprint = fingerprintOf(presented)
      const known = remembered.get(fingerprint)
      if (known && isRemembered(known)) return known.identity
      const running = lookups.get(fingerprint)
      if (running) return await running
      const lookup = verify(presented, fingerprint).finally(() => lookups.delete(fingerprint))
      lookups.set(fingerprint, lookup)
      return await lookup
    },
    lastProven: presented => remembered.get(fingerprintOf(presented))?.identity ?? null,
    forget(which) {
      for (const [fingerprint, { identity }] of remembered) {
        if (which(identity)) remembered.delete(fingerprint)
      }
    },
    async settled() {
      await Promise.all(writes)
    },
  }
}

function isValid({ revoked, expiresAt }: StoredCredential<unknown>, now: Date): boolean {
  return !revoked && (expiresAt === null || now < expiresAt)
}
