import { createGeneration } from '../auth/generation.ts'
import { markUsed } from '../auth/mark-used.sql.ts'
import { createProver } from '../auth/prover.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { KeyId, MerchantId } from '../ids.ts'
import { type FeePolicy, feesOf } from '../money.ts'
import type { OfferedProcessors } from './active-processor.sql.ts'
import { keyIdOf } from './api-key.ts'
import { findKeyProof, type KeyProof, readIdentityGeneration } from './keys.sql.ts'

export interface MerchantIdentity {
  merchantId: MerchantId
  keyId: KeyId
  /** A suspended merchant can only read. */
  suspended: boolean
  fees: FeePolicy
  /** The account for this merchant's new payments; null if there is none, or it has to be looked up. */
  account: OpenAccount | null
}

/** An account that can take payments, unless an operator has disabled it. */
interface OpenAccount {
  processor: string
  accountId: string
  disabled: boolean
}

interface AuthenticatorDeps extends OfferedProcessors {
  db: Db
  clock: Clock
  defaultFees: FeePolicy
}

export type Authenticator = ReturnType<typeof createAuthenticator>

const noKeyId = `key_${'0'.repeat(26)}` as KeyId

export function createAuthenticator(deps: AuthenticatorDeps) {
  const { db, clock, defaultProcessor: processor } = deps
  const generation = createGeneration({ clock, read: () => readIdentityGeneration(db) })
  const { prove, ...prover } = createProver<MerchantIdentity>({
    clock,
    async find(presented) {
      const proof = await findKeyProof(db, { keyId: keyIdOf(presented) ?? noKeyId, processor })
      return proof && { ...proof, identity: identityOf(proof, deps), revoked: proof.revokedAt !== null }
    },
    markUsed: ({ keyId }, at) => markUsed(db, 'api_keys', keyId, at),
    // On a cluster, identity changes are not recorded.
    generation: () => (db.engine.isOne ? generation() : null),
  })
  return { authenticate: (presented = '') => prove(presented), ...prover }
}

function identityOf(proof: KeyProof, deps: AuthenticatorDeps): MerchantIdentity {
  const { merchantId, keyId, suspended, accountId, accountDisabled: disabled } = proof
  const { processors, defaultProcessor } = deps
  const processor = proof.processor ?? defaultProcessor
  const account = accountId !== null && processors.has(processor) ? { processor, accountId, disabled } : null
  return { merchantId, keyId, suspended, fees: feesOf(proof, deps.defaultFees), account }
}
