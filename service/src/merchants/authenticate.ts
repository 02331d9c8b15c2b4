import { createProver, type Prover } from '../auth/prover.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { KeyId, MerchantId } from '../ids.ts'
import type { FeePolicy } from '../money.ts'
import { keyIdOf } from './api-key.ts'
import { findKeyProof, type KeyProof, markKeyUsed } from './keys.sql.ts'

export interface MerchantIdentity {
  merchantId: MerchantId
  keyId: KeyId
  /** Then it may read, and change nothing. */
  suspended: boolean
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

export interface Authenticator extends Pick<Prover<MerchantIdentity>, 'lastProven' | 'forget' | 'settled'> {
  authenticate(presented: string | undefined): Promise<MerchantIdentity | null>
}

const noKeyId = `key_${'0'.repeat(26)}` as KeyId

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { db, clock, processor } = deps
  const { prove, ...prover } = createProver<MerchantIdentity>({
    clock,
    async find(presented) {
      const proof = await findKeyProof(db, { keyId: keyIdOf(presented) ?? noKeyId, processor })
      return proof && { ...proof, identity: identityOf(proof, deps), revoked: proof.revokedAt !== null }
    },
    markUsed: ({ keyId }, at) => markKeyUsed(db, keyId, at),
  })
  return { authenticate: async (presented = '') => await prove(presented), ...prover }
}

function identityOf(proof: KeyProof, { defaultFees, processor }: AuthenticatorDeps): MerchantIdentity {
  return {
    merchantId: proof.merchantId,
    keyId: proof.keyId,
    suspended: proof.suspended,
    fees: {
      bps: proof.feeBps ?? defaultFees.bps,
      fixedCents: proof.feeFixedCents ?? defaultFees.fixedCents,
    },
    account: proof.accountId === null ? null : { processor, accountId: proof.accountId },
  }
}
