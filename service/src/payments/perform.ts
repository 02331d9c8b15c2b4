import type { Reply } from '../operations/gate.ts'
import type { Claimed, PaymentOperationKind } from '../operations/operation.ts'
import { performCancel } from './cancel-payment.ts'
import { performCapture } from './capture-payment.ts'
import { performCreate } from './create-payment.ts'
import type { PaymentDeps } from './operate.ts'
import { performRefund } from './refund-payment.ts'

const performers: Record<PaymentOperationKind, (deps: PaymentDeps, operation: Claimed) => Promise<Reply>> = {
  create: performCreate,
  capture: performCapture,
  refund: performRefund,
  cancel: performCancel,
}

/** Goes on with an operation that stopped, the same way a retry of the request does. */
export async function performOperation(deps: PaymentDeps, operation: Claimed): Promise<Reply> {
  const perform = performers[operation.kind as PaymentOperationKind]
  return await perform(deps, operation)
}
