import type { Static } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import { type Db, type Tx, when } from '../db/db.ts'
import type { Slice } from '../http/paging.ts'
import type { MerchantId, OperatorId } from '../ids.ts'
import type { Problem } from '../problems.ts'
import type { AuditSchema } from './schemas.ts'

/** The person or program that acts, its address, and the request. */
export interface Actor {
  name: string
  operatorId: OperatorId | null
  /** The caller's own note; it is not verified. */
  note: string | null
  address: string | null
  traceId: string
}

type Field = string | number | boolean | null

export interface AuditEntry {
  action: string
  /** Default: the merchant. */
  target?: string
  merchantId: MerchantId | null
  /** What was requested; `before` holds the replaced values. */
  detail?: Record<string, Field | Record<string, Field>>
}

/** Needs a transaction: an action and its audit entry are written together or not at all. */
export async function recordAction(tx: Tx, at: Date, actor: Actor, entry: AuditEntry): Promise<void> {
  await tx`
    insert into audit_log (at, actor, operator_id, note, address, action, target, merchant_id, trace_id, detail)
    values (${at}, ${actor.name}, ${actor.operatorId}, ${actor.note}, ${actor.address}, ${entry.action},
      ${entry.target ?? entry.merchantId}, ${entry.merchantId}, ${actor.traceId}, ${tx.json(entry.detail ?? {})})`
}

/** For an action at the processor, which cannot be part of a transaction of ours. */
export async function recordAlone(deps: { db: Db; clock: Clock }, actor: Actor, entry: AuditEntry) {
  await deps.db.begin(tx => recordAction(tx, deps.clock.now(), actor, entry))
}

type AuditRow = Static<typeof AuditSchema>

/**
 * A request records a call to the processor before making it, and a refusal afterwards. Readers see the two as one action
 * with its outcome.
 */
export const withOutcome = (db: Db) => ({
  outcome: db`f.detail ->> 'code' as outcome, f.detail ->> 'message' as outcome_detail`,
  andRefusal: db`left join lateral (
    select detail from audit_log
    where trace_id = a.trace_id and action = a.action || ${refusal} and target = a.target and audit_id > a.audit_id
    order by audit_id limit 1) f on true`,
  isNoOutcome: db`right(a.action, ${refusal.length}) <> ${refusal}`,
})

/** The suffix of an action that records a refusal. */
const refusal = '.failed'

export async function recordRefusal(
  tx: Tx,
  at: Date,
  actor: Actor,
  { action, ...entry }: Omit<AuditEntry, 'detail'>,
  { code, message }: Problem,
): Promise<void> {
  await recordAction(tx, at, actor, { ...entry, action: `${action}${refusal}`, detail: { code, message } })
}

export async function listActions(
  db: Db,
  filter: Slice & {
    merchantId?: string
    actors: string[] | undefined
    action?: string
    createdFrom: Date | null
    createdTo: Date | null
  },
): Promise<AuditRow[]> {
  const { outcome, andRefusal, isNoOutcome } = withOutcome(db)
  const matching = db`
    select a.* from audit_log a
    where ${isNoOutcome} ${when(db, filter.merchantId, merchantId => db`and a.merchant_id = ${merchantId}`)}
      ${when(db, filter.action, action => db`and a.action = ${action}`)}
      ${when(db, filter.createdFrom, from => db`and a.at >= ${from}`)}
      ${when(db, filter.createdTo, to => db`and a.at < ${to}`)}
      ${when(db, filter.after, id => db`and a.audit_id < ${id}::bigint`)}`
  // Reads each actor on its own, in the order of the index. With "=", the planner would drop the actor from that order
  // and might read the whole log instead.
  const found = filter.actors
    ? db`
      select a.* from unnest(${filter.actors}::text[]) as n (name) cross join lateral (
        ${matching} and a.actor between n.name and n.name
        order by a.actor, a.audit_id desc limit ${filter.limit}) a`
    : matching
  return await db<AuditRow[]>`
    select a.audit_id::text, a.at, a.actor, a.operator_id, a.note, a.address, a.action, a.target, a.merchant_id,
      a.trace_id, a.detail, ${outcome}
    from (${found} order by a.audit_id desc limit ${filter.limit}) a ${andRefusal}
    order by a.audit_id desc`
}
