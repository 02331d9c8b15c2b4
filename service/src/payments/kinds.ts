import type { Reply } from '../operations/answer.ts'
import type { LeasedOperation, MoneyKind } from '../operations/operation.ts'
import { performOperation } from '../operations/run-operation.ts'
import { cancel } from './cancel.ts'
import { capture } from './capture.ts'
import { create } from './create.ts'
import type { PaymentDeps } from './deps.ts'
import { asKind } from './on-payment.ts'
import { refund } from './refund.ts'

/** Resumes an operation that stopped, the same way as a retry of the request. */
export async function recoverOperation(
  deps: PaymentDeps,
  operation: LeasedOperation<MoneyKind>,
): Promise<Reply> {
  switch (operation.kind) {
    case 'create':
      return await performOperation(deps, create, operation)
    case 'capture':
      return await performOperation(deps, asKind(capture), operation)
    case 'refund':
      return await performOperation(deps, asKind(refund), operation)
    case 'cancel':
      return await performOperation(deps, asKind(cancel), operation)
  }
}
