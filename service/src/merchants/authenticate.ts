import type { Clock } from '../clock.ts'
import { sha256 } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import type { KeyId, MerchantId } from '../ids.ts'
import type { FeePolicy } from '../money.ts'
import { keyIdOf, provesKey } from './api-key.ts'
import { findKeyProof, type KeyProof, markKeyUsed } from './keys.sql.ts'

export interface MerchantIdentity {
  merchantId: MerchantId
  keyId: KeyId
  /** In force: the merchant's own policy, else the platform's. */
  fees: FeePolicy
  /** Where new payments of this merchant are made; null before onboarding. */
  account: { processor: string; accountId: string } | null
}

export interface AuthenticatorDeps {
  db: Db
  clock: Clock
  defaultFees: FeePolicy
  /** The processor that new payments use. */
  processor: string
}

export interface Authenticator {
  authenticate(presented: string | undefined): Promise<MerchantIdentity | null>
  /** Drops what is remembered of a key, so that a revocation here counts at once. */
  forget(keyId: KeyId): void
  settled(): Promise<void>
}

interface Remembered {
  identity: MerchantIdentity
  validUntilMs: number
}

/** Revocation must reach every instance within a second. Counted from the question: the answer may be late. */
const rememberMs = 500
const rememberAtMost = 10_000
const markUsedEveryMs = 60_000

const nobody = { salt: Buffer.alloc(16), digest: Buffer.alloc(32) }
const noKeyId = `key_${'0'.repeat(26)}` as KeyId

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { db, clock, processor } = deps
  const remembered = new Map<string, Remembered>()
  const lookups = new Map<string, Promise<MerchantIdentity | null>>()
  const writes = new Set<Promise<void>>()

  /** Every failure takes the same way: one look-up and one comparison, also when nothing was presented. */
  async function verify(presented: string, fingerprint: string): Promise<MerchantIdentity | null> {
    const askedAtMs = clock.now().getTime()
    const proof = await findKeyProof(db, keyIdOf(presented) ?? noKeyId, processor)
    const proven = provesKey(presented, proof ?? nobody)
    const now = clock.now()
    if (!proof || !proven || !isValid(proof, now)) return null
    const identity = identityOf(proof, deps)
    const end = proof.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
    if (remembered.size >= rememberAtMost) remembered.clear()
    remembered.set(fingerprint, { identity, validUntilMs: Math.min(askedAtMs + rememberMs, end) })
    if (now.getTime() - (proof.lastUsedAt?.getTime() ?? 0) >= markUsedEveryMs) markUsed(proof.keyId, now)
    return identity
  }

  function markUsed(keyId: KeyId, at: Date): void {
    const write: Promise<void> = markKeyUsed(db, keyId, at)
      .catch(() => {}) // a lost time stamp is no reason to refuse a request
      .finally(() => writes.delete(write))
    writes.add(write)
  }

  return {
    async authenticate(presented = '') {
      const fingerprint = sha256(presented).toString('base64')
      const known = remembered.get(fingerprint)
      if (known && clock.now().getTime() < known.validUntilMs) return known.identity
      const running = lookups.get(fingerprint)
      if (running) return await running
      const lookup = verify(presented, fingerprint).finally(() => lookups.delete(fingerprint))
      lookups.set(fingerprint, lookup)
      return await lookup
    },
    forget(keyId) {
      for (const [fingerprint, { identity }] of remembered) {
        if (identity.keyId === keyId) remembered.delete(fingerprint)
      }
    },
    async settled() {
      await Promise.all(writes)
    },
  }
}

function isValid(proof: KeyProof, now: Date): boolean {
  return proof.revokedAt === null && (proof.expiresAt === null || now < proof.expiresAt)
}

function identityOf(proof: KeyProof, { defaultFees, processor }: AuthenticatorDeps): MerchantIdentity {
  return {
    merchantId: proof.merchantId,
    keyId: proof.keyId,
    fees: {
      bps: proof.feeBps ?? defaultFees.bps,
      fixedCents: proof.feeFixedCents ?? defaultFees.fixedCents,
    },
    account: proof.accountId === null ? null : { processor, accountId: proof.accountId },
  }
}
