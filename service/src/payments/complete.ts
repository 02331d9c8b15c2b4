import type { Reply } from '../operations/end.ts'
import type { MoneyOperation } from '../operations/operation.ts'
import { completeCancel } from './cancel.ts'
import { completeCapture } from './capture.ts'
import { completeCreate } from './create.ts'
import type { CallDeps } from './deps.ts'
import { completeRefund } from './refund.ts'

/** Completes a stalled operation, just as a retry of the request would. */
export async function completeOperation(deps: CallDeps, operation: MoneyOperation): Promise<Reply> {
  if (operation.kind === 'create') return await completeCreate(deps, operation)
  if (operation.kind === 'capture') return await completeCapture(deps, operation)
  if (operation.kind === 'refund') return await completeRefund(deps, operation)
  return await completeCancel(deps, operation)
}
