import type { Static } from '@fastify/type-provider-typebox'
import { type Db, type Tx, when } from '../db/db.ts'
import type { MerchantId, OperatorId } from '../ids.ts'
import type { AuditSchema } from './schemas.ts'

/** Who acts, from where, and in which request. */
export interface Actor {
  name: string
  operatorId: OperatorId | null
  /** What the caller says about itself; it is not verified. */
  note: string | null
  address: string | null
  traceId: string
}

type Field = string | number | boolean | null

interface AuditEntry {
  action: string
  target: string
  merchantId: MerchantId | null
  /** What was requested; `before` holds the replaced values. */
  detail?: Record<string, Field | Record<string, Field>>
}

/** Takes a transaction: an action and its audit entry are written together or not at all. */
export async function recordAction(tx: Tx, at: Date, actor: Actor, entry: AuditEntry): Promise<void> {
  await tx`
    insert into audit_log (at, actor, operator_id, note, address, action, target, merchant_id, trace_id, detail)
    values (${at}, ${actor.name}, ${actor.operatorId}, ${actor.note}, ${actor.address}, ${entry.action},
      ${entry.target}, ${entry.merchantId}, ${actor.traceId}, ${tx.json(entry.detail ?? {})})`
}

type AuditRow = Static<typeof AuditSchema>

type AuditFilter = Record<'merchantId' | 'actor' | 'action' | 'before', string | null>

/**
 * A call to the processor is recorded before it is made, and a refusal afterwards, by the same request. Readers see
 * them as one action with its outcome.
 */
export const withOutcome = (db: Db) => ({
  outcome: db`(select f.detail ->> 'code' from audit_log f
    where f.trace_id = a.trace_id and f.action = a.action || ${refusal} and f.target = a.target
      and f.audit_id > a.audit_id
    order by f.audit_id limit 1) as outcome`,
  isNoOutcome: db`right(a.action, ${refusal.length}) <> ${refusal}`,
})

/** The suffix of an action that records a refusal. */
export const refusal = '.failed'

export async function listActions(db: Db, filter: AuditFilter & { limit: number }): Promise<AuditRow[]> {
  const { outcome, isNoOutcome } = withOutcome(db)
  return await db<AuditRow[]>`
    select a.audit_id::text, a.at, a.actor, a.operator_id, a.note, a.address, a.action, a.target, a.merchant_id,
      a.trace_id, a.detail, ${outcome}
    from audit_log a
    where ${isNoOutcome} ${when(db, filter.merchantId, merchantId => db`and merchant_id = ${merchantId}`)}
      ${when(db, filter.actor, actor => db`and actor = ${actor}`)}
      ${when(db, filter.action, action => db`and action = ${action}`)}
      ${when(db, filter.before, before => db`and audit_id < ${before}::bigint`)}
    order by a.audit_id desc
    limit ${filter.limit}`
}
