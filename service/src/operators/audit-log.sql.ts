import { type Db, type Tx, when } from '../db/db.ts'
import type { MerchantId, OperatorId } from '../ids.ts'

/** Who does it, from where, and under which request. */
export interface Actor {
  name: string
  operatorId: OperatorId | null
  /** What the caller says of itself; nothing checks it. */
  note: string | null
  address: string | null
  traceId: string
}

type Field = string | number | boolean | null

export interface AuditEntry {
  action: string
  target: string
  merchantId: MerchantId | null
  /** What was asked; `before` holds the values it replaced. */
  detail?: Record<string, Field | Record<string, Field>>
}

/** Takes a transaction: an action and its trace are written together or not at all. */
export async function recordAction(tx: Tx, at: Date, actor: Actor, entry: AuditEntry): Promise<void> {
  await tx`
    insert into audit_log (at, actor, operator_id, note, address, action, target, merchant_id, trace_id, detail)
    values (${at}, ${actor.name}, ${actor.operatorId}, ${actor.note}, ${actor.address}, ${entry.action},
      ${entry.target}, ${entry.merchantId}, ${actor.traceId}, ${tx.json(entry.detail ?? {})})`
}

interface AuditRow {
  auditId: string
  at: Date
  actor: string
  operatorId: OperatorId | null
  note: string | null
  address: string | null
  action: string
  target: string
  merchantId: MerchantId | null
  traceId: string
  detail: Record<string, unknown>
}

interface AuditFilter {
  merchantId: string | null
  actor: string | null
  action: string | null
  before: string | null
}

export async function listActions(db: Db, filter: AuditFilter & { limit: number }): Promise<AuditRow[]> {
  return await db<AuditRow[]>`
    select audit_id::text, at, actor, operator_id, note, address, action, target, merchant_id, trace_id, detail
    from audit_log
    where true ${when(db, filter.merchantId, merchantId => db`and merchant_id = ${merchantId}`)}
      ${when(db, filter.actor, actor => db`and actor = ${actor}`)}
      ${when(db, filter.action, action => db`and action = ${action}`)}
      ${when(db, filter.before, before => db`and audit_id < ${before}::bigint`)}
    order by audit_log.audit_id desc
    limit ${filter.limit}`
}
