import { problems } from '../problems.ts'
import { openAnswer, type Reply } from './answer.ts'
import type { OperationDeps } from './deps.ts'
import { owed } from './end.ts'
import { judge, type LeasedOperation, type OperationKind, type OperationRequest } from './operation.ts'
import { findOperation, resumeOperation } from './operations.sql.ts'

/** A call that needs no beginning: it has its answer, or an operation that is ours to complete. */
export type Known<Kind extends OperationKind> =
  | { kind: 'answered'; reply: Reply }
  | { kind: 'open'; operation: LeasedOperation<Kind> }

/** What is known of a call by its key. Null when the key is free: never used, or freed by a refusal. */
export async function findByKey<Kind extends OperationKind>(
  deps: OperationDeps,
  request: OperationRequest<Kind>,
): Promise<Known<Kind> | null> {
  const earlier = request.idempotencyKey === null ? null : await findOperation(deps.db, request)
  if (!earlier) return null
  switch (judge(earlier, request.digest)) {
    case 'free':
      return null
    case 'conflict':
      throw problems.idempotencyConflict()
    case 'replay':
      return { kind: 'answered', reply: owed(deps, earlier, openAnswer(deps, earlier)) }
    case 'in_progress':
      throw problems.inProgress()
    case 'resume': {
      const operation = await resumeOperation(deps.db, earlier)
      if (!operation) throw problems.inProgress()
      return { kind: 'open', operation }
    }
  }
}
