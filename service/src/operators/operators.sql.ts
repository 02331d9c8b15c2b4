import type { Static } from '@fastify/type-provider-typebox'
import type { CredentialDigest, NewCredential } from '../auth/credential.ts'
import { type Db, type Queryable, type Tx, when } from '../db/db.ts'
import type { Slice } from '../http/paging.ts'
import type { OperatorId } from '../ids.ts'
import type { OperatorSchema } from './schemas.ts'

type OperatorRow = Static<typeof OperatorSchema>

export async function insertOperator(tx: Tx, operator: OperatorRow & NewCredential): Promise<void> {
  const { operatorId, name, role, hint, salt, digest, createdAt } = operator
  await tx`
    insert into operators (operator_id, name, role, hint, salt, digest, created_at)
    values (${operatorId}, ${name}, ${role}, ${hint}, ${salt}, ${digest}, ${createdAt})`
}

export async function listOperators(db: Db, { after, limit }: Slice) {
  return await db<OperatorRow[]>`
    select operator_id, name, role, hint, created_at, last_used_at
    from operators
    where removed_at is null ${when(db, after, id => db`and operator_id < ${id}`)}
    order by operator_id desc
    limit ${limit}`
}

/** The names that contain a text, ignoring case. Removed operators are included. */
export async function operatorsNamed(db: Db, text: string): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select distinct name from operators where strpos(lower(name), lower(${text})) > 0`
  return rows.map(({ name }) => name)
}

/** Null if there is no such operator; `removedNow` is false if it had already been removed. */
export async function removeOperatorRow(tx: Tx, operatorId: string, at: Date) {
  const [row] = await tx<{ name: string; removedNow: boolean }[]>`
    update operators set removed_at = coalesce(removed_at, ${at}) where operator_id = ${operatorId}
    returning name, removed_at = ${at} as removed_now`
  return row ?? null
}

interface OperatorProof extends CredentialDigest, Pick<OperatorRow, 'name' | 'role' | 'lastUsedAt'> {
  operatorId: OperatorId
  removedAt: Date | null
}

export async function findOperatorProof(db: Queryable, operatorId: OperatorId) {
  const [row] = await db<OperatorProof[]>`
    select operator_id, name, role, salt, digest, last_used_at, removed_at
    from operators where operator_id = ${operatorId}`
  return row ?? null
}
