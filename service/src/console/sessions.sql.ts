import type { CredentialDigest, NewCredential } from '../auth/credential.ts'
import type { Db, Tx } from '../db/db.ts'
import type { MerchantId, OperatorId, SessionId } from '../ids.ts'
import type { OperatorRole } from '../operators/roles.ts'

/** The owner of a session; exactly one of the three is set. */
interface SessionOwner {
  operatorId: OperatorId | null
  merchantId: MerchantId | null
  ownerDigest: Buffer | null
}

interface NewSession extends SessionOwner, NewCredential {
  sessionId: SessionId
  createdAt: Date
  expiresAt: Date
}

/** Deletes expired sessions as well. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { sessionId, operatorId, merchantId, ownerDigest, salt, digest, createdAt, expiresAt } = session
  await tx`delete from console_sessions where expires_at < ${createdAt}`
  await tx`
    insert into console_sessions (session_id, operator_id, merchant_id, owner_digest, salt, digest, created_at,
      expires_at)
    values (${sessionId}, ${operatorId}, ${merchantId}, ${ownerDigest}, ${salt}, ${digest}, ${createdAt},
      ${expiresAt})`
}

export interface SessionProof extends SessionOwner, CredentialDigest {
  sessionId: SessionId
  operatorName: string | null
  operatorRole: OperatorRole | null
  operatorRemovedAt: Date | null
  merchantName: string | null
  expiresAt: Date
  lastUsedAt: Date | null
}

export async function findSessionProof(db: Db, sessionId: SessionId): Promise<SessionProof | null> {
  const [row] = await db<SessionProof[]>`
    select s.session_id, s.operator_id, s.merchant_id, s.owner_digest, s.salt, s.digest, s.expires_at, s.last_used_at,
      o.name as operator_name, o.role as operator_role, o.removed_at as operator_removed_at,
      m.name as merchant_name
    from console_sessions s
      left join operators o on o.operator_id = s.operator_id
      left join merchants m on m.merchant_id = s.merchant_id
    where s.session_id = ${sessionId}`
  return row ?? null
}

export async function deleteSession(tx: Tx, sessionId: SessionId): Promise<void> {
  await tx`delete from console_sessions where session_id = ${sessionId}`
}

export async function deleteSessionsOf(
  tx: Tx,
  { operatorId, merchantId }: Pick<SessionOwner, 'operatorId' | 'merchantId'>,
): Promise<number> {
  const { count } = await tx`
    delete from console_sessions
    where operator_id is not distinct from ${operatorId} and merchant_id is not distinct from ${merchantId}`
  return count
}
