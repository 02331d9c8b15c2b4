import { publicIdIn } from '../auth/credential.ts'
import { markUsed } from '../auth/mark-used.sql.ts'
import { createProver } from '../auth/prover.ts'
import type { Clock } from '../clock.ts'
import { sameSecret } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import type { MerchantId, OperatorId } from '../ids.ts'
import { findOperatorProof } from './operators.sql.ts'
import type { OperatorRole } from './roles.ts'

export const tokenPrefix = 'svc_op'

export interface Operator {
  /** Null for the owner, whose token is a setting, and for a portal. */
  operatorId: OperatorId | null
  name: string
  role: OperatorRole | 'portal'
  /** The merchant of a portal; null for operators, who see all merchants. */
  merchantId: MerchantId | null
}

export const owner: Operator = { operatorId: null, name: 'owner', role: 'admin', merchantId: null }

export type OperatorAuthenticator = ReturnType<typeof createOperatorAuthenticator>

export function createOperatorAuthenticator(deps: { db: Db; clock: Clock; operatorToken: string }) {
  const { db, clock, operatorToken } = deps
  const prover = createProver<Operator>({
    clock,
    async find(presented) {
      const id = publicIdIn(tokenPrefix, presented)
      // The format is no secret, so text that cannot be a token is not looked up.
      const proof = id === null ? null : await findOperatorProof(db, `opr_${id}` as OperatorId)
      if (!proof) return null
      const { operatorId, name, role, removedAt } = proof
      const identity = { operatorId, name, role, merchantId: null }
      return { ...proof, identity, revoked: removedAt !== null, expiresAt: null }
    },
    markUsed: ({ operatorId }, at) => markUsed(db, 'operators', operatorId ?? '', at),
  })
  return {
    // The owner is known without the database, so that metrics can be read while it is unreachable.
    authenticate: async (presented: string) =>
      sameSecret(presented, operatorToken) ? owner : await prover.prove(presented),
    /** The owner as of the last proof on this instance. Proves nothing: the token may have been revoked since. */
    lastProven: (presented: string) =>
      sameSecret(presented, operatorToken) ? owner : prover.lastProven(presented),
    /** Forgets a proven token, so that a removal made here takes effect at once. */
    forget: (operatorId: string) => prover.forget(operator => operator.operatorId === operatorId),
  }
}
