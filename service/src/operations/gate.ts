import type { Clock } from '../clock.ts'
import { type KeyRing, seal, unseal } from '../crypto.ts'
import type { Db } from '../db/db.ts'
import { problems } from '../problems.ts'
import type { Leases } from './leases.ts'
import { type Claimed, judge, type Operation, type OperationRequest } from './operation.ts'
import { readOperation, resumeOperation } from './operations.sql.ts'
import { reached } from './steps.ts'

export interface GateDeps {
  db: Db
  clock: Clock
  encryptionKeys: KeyRing
  leases: Leases
}

/** The body of a successful answer, byte for byte. */
export interface Reply {
  body: string
  replayed: boolean
  /** To be called once the caller has it: until then the answer is owed. Absent where a key brings it again. */
  acknowledge?: () => Promise<void>
}

/** An operation of ours to perform, or the answer it had. */
export type Entered = { kind: 'perform'; operation: Claimed } | { kind: 'reply'; reply: Reply }

/** What to do about an operation that is there already under the key. Restarting is the caller's, who knows the intent. */
export async function enterExisting(
  deps: GateDeps,
  operation: Operation,
  request: OperationRequest,
): Promise<Entered | 'restart'> {
  const found = judge(operation, request.digest)
  if (found === 'restart') return 'restart'
  if (found === 'conflict') throw problems.idempotencyConflict()
  if (found === 'replay') return { kind: 'reply', reply: replyOf(deps, operation, true) }
  const resumed = found === 'resume' ? await resumeOperation(deps.db, operation) : null
  if (!resumed) throw problems.inProgress()
  return { kind: 'perform', operation: resumed }
}

export function sealReply(deps: GateDeps, operation: Operation, body: string): Buffer {
  return seal(deps.encryptionKeys, operation.operationId, body)
}

export function replyOf(deps: GateDeps, operation: Operation, replayed: boolean): Reply {
  if (!operation.response) throw new Error(`operation ${operation.operationId} has no response`)
  return { body: unseal(deps.encryptionKeys, operation.operationId, operation.response), replayed }
}

/** When the lease was lost, somebody else finished or is about to; their answer counts. */
export async function replyOfOthers(deps: GateDeps, operation: Operation): Promise<Reply> {
  const current = await readOperation(deps.db, operation)
  if (current.state !== 'done') throw problems.inProgress()
  reached('settled', current)
  return replyOf(deps, current, true)
}
