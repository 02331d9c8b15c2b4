import type { FastifyRequest } from 'fastify'
import { newCredential, publicIdIn } from '../auth/credential.ts'
import { markUsed } from '../auth/mark-used.sql.ts'
import { createProver } from '../auth/prover.ts'
import type { Clock } from '../clock.ts'
import { sha256 } from '../crypto.ts'
import type { Db, Tx } from '../db/db.ts'
import { cookieOf } from '../http/caller/credentials.ts'
import { type MerchantId, newSessionId, type SessionId } from '../ids.ts'
import { type Actor, type AuditEntry, recordAction } from '../operators/audit-log.sql.ts'
import { type Operator, owner } from '../operators/authenticate-operator.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findSessionProof,
  insertSession,
  type SessionProof,
} from './sessions.sql.ts'

export const cookieName = 'svc_console'
export const sessionSeconds = 12 * 60 * 60
const operatorPrefix = 'svc_ses'
/** Recognized without a look-up, so that portals can have their own door. */
const portalPrefix = 'svc_por'

export const isPortalSession = (presented: string) => presented.startsWith(`${portalPrefix}_`)

export interface ConsoleSession {
  sessionId: SessionId
  operator: Operator
  merchantName: string | null
  expiresAt: Date
}

export const portalOf = (merchantId: MerchantId): Operator => ({
  operatorId: null,
  name: 'portal',
  role: 'portal',
  merchantId,
})

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(deps: { db: Db; clock: Clock; operatorToken: string }) {
  const { db, clock, operatorToken } = deps
  const prover = createProver<ConsoleSession>({
    clock,
    async find(presented) {
      const isPortal = isPortalSession(presented)
      const id = publicIdIn(isPortal ? portalPrefix : operatorPrefix, presented)
      const proof = id === null ? null : await findSessionProof(db, `ses_${id}` as SessionId)
      if (!proof || isPortal !== (proof.merchantId !== null)) return null
      const { sessionId, merchantName, expiresAt } = proof
      const identity = { sessionId, operator: operatorFrom(proof), merchantName, expiresAt }
      return { ...proof, identity, revoked: isRevoked(proof, operatorToken) }
    },
    markUsed: ({ sessionId }, at) => markUsed(db, 'console_sessions', sessionId, at),
  })

  return {
    presented: (request: Pick<FastifyRequest, 'headers'>) => cookieOf(request, cookieName),
    find: prover.prove,
    authenticate: async (presented: string) => (await prover.prove(presented))?.operator ?? null,
    /** The owner as of the last proof on this instance. Proves nothing: the session may have ended since. */
    lastProven: (presented: string) => prover.lastProven(presented)?.operator ?? null,
    async open(tx: Tx, operator: Operator, actor: Actor, detail: AuditEntry['detail'] = {}) {
      const sessionId = newSessionId()
      const { operatorId, merchantId } = operator
      const credential = newCredential(merchantId === null ? operatorPrefix : portalPrefix, sessionId)
      const createdAt = clock.now()
      const expiresAt = new Date(createdAt.getTime() + sessionSeconds * 1000)
      const isOwner = operatorId === null && merchantId === null
      const ownerDigest = isOwner ? sha256(credential.salt, operatorToken) : null
      const session = { sessionId, operatorId, merchantId, ownerDigest, createdAt, expiresAt }
      await insertSession(tx, { ...session, ...credential })
      const entry = { action: 'console.sign_in', target: sessionId, merchantId, detail }
      await recordAction(tx, createdAt, actor, entry)
      return { cookie: credential.text, expiresAt }
    },
    async end({ sessionId, operator: { merchantId } }: ConsoleSession, actor: Actor): Promise<void> {
      await db.begin(async tx => {
        await deleteSession(tx, sessionId)
        const entry = { action: 'console.sign_out', target: sessionId, merchantId }
        await recordAction(tx, clock.now(), actor, entry)
      })
      prover.forget(one => one.sessionId === sessionId)
    },
    /** Ends every session of the same operator, or of the same merchant's portal. */
    async endAll({ operator }: ConsoleSession, actor: Actor): Promise<void> {
      const { merchantId, operatorId, name } = operator
      await db.begin(async tx => {
        const sessions = await deleteSessionsOf(tx, operator)
        const entry = { action: 'console.sign_out_everywhere', target: operatorId ?? name, merchantId }
        await recordAction(tx, clock.now(), actor, { ...entry, detail: { sessions } })
      })
      prover.forget(({ operator: one }) => one.operatorId === operatorId && one.merchantId === merchantId)
    },
    /** Drops an operator's sessions from the cache, so that a removal made here takes effect at once. */
    forget: (operatorId: string) => prover.forget(one => one.operator.operatorId === operatorId),
  }
}

function operatorFrom(proof: SessionProof): Operator {
  const { operatorId, operatorName, operatorRole, merchantId, ownerDigest } = proof
  if (merchantId !== null) return portalOf(merchantId)
  if (ownerDigest !== null) return owner
  if (operatorId === null || operatorName === null || operatorRole === null) {
    throw new Error(`session ${proof.sessionId} has no owner`)
  }
  return { operatorId, name: operatorName, role: operatorRole, merchantId: null }
}

/** True if the operator was removed, or the owner's token has changed. */
function isRevoked({ operatorRemovedAt, ownerDigest, salt }: SessionProof, operatorToken: string): boolean {
  if (ownerDigest !== null) return !ownerDigest.equals(sha256(salt, operatorToken))
  return operatorRemovedAt !== null
}
