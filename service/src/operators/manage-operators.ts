import { newCredential } from '../auth/credential.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { newOperatorId } from '../ids.ts'
import { existing, problems } from '../problems.ts'
import { type Actor, recordAction } from './audit-log.sql.ts'
import { type OperatorAuthenticator, owner, tokenPrefix } from './authenticate-operator.ts'
import { insertOperator, type OperatorRow, removeOperatorRow } from './operators.sql.ts'
import type { OperatorRole } from './roles.ts'

export interface OperatorDeps {
  db: Db
  clock: Clock
  /** Everything that caches proven credentials. */
  credentials: Pick<OperatorAuthenticator, 'forget'>[]
}

/** The audit log uses these names for actors without their own token. */
const reservedNames = [owner.name, 'svcpay up', 'portal']

export async function addOperator(
  { db, clock }: OperatorDeps,
  actor: Actor,
  { name, role }: { name: string; role: OperatorRole },
): Promise<OperatorRow & { token: string }> {
  if (reservedNames.includes(name.trim().toLowerCase())) {
    throw problems.invalidRequest('The body is not valid.', [{ path: 'name', message: 'is reserved' }])
  }
  const operatorId = newOperatorId()
  const credential = newCredential(tokenPrefix, operatorId)
  const createdAt = clock.now()
  const operator = { operatorId, name, role, hint: credential.hint, createdAt, lastUsedAt: null }
  await db.begin(async tx => {
    await insertOperator(tx, { ...operator, ...credential })
    const entry = { action: 'operator.add', target: operatorId, merchantId: null, detail: { name, role } }
    await recordAction(tx, createdAt, actor, entry)
  })
  return { ...operator, token: credential.text }
}

export async function removeOperator(
  { db, clock, credentials }: OperatorDeps,
  actor: Actor,
  operatorId: string,
): Promise<void> {
  await db.begin(async tx => {
    const now = clock.now()
    const removed = existing(await removeOperatorRow(tx, operatorId, now), 'operator')
    if (!removed.removedNow) return
    const detail = { name: removed.name }
    const entry = { action: 'operator.remove', target: operatorId, merchantId: null, detail }
    await recordAction(tx, now, actor, entry)
  })
  for (const remembered of credentials) remembered.forget(operatorId)
}
