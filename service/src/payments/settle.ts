import { seal } from '../crypto.ts'
import type { Refused } from '../operations/ask-once.ts'
import { answerOf, leaveOpen, othersAnswer, type Reply } from '../operations/end.ts'
import type { LeasedOperation, OnPaymentKind } from '../operations/operation.ts'
import { finishOperation } from '../operations/operations.sql.ts'
import { existing, problems } from '../problems.ts'
import type { RefusalReason } from '../processors/outcomes.ts'
import type { PaymentSnapshot } from '../processors/port.ts'
import { refusalProblem } from '../processors/refusal-problem.ts'
import { writeChange } from './change.sql.ts'
import type { PaymentDeps } from './deps.ts'
import { type Payment, type PaymentStatus, presentPayment } from './payment.ts'
import { findPayment, lockWithRefunds } from './payments.sql.ts'
import { refreshPayment, takeIn } from './refresh-payment.ts'

type OnPayment = LeasedOperation<OnPaymentKind>

/** Records success in one commit: the payment, its refunds, the postings and the answer. */
export async function settle(
  deps: PaymentDeps,
  operation: OnPayment,
  snapshotOf: (payment: Payment) => PaymentSnapshot,
): Promise<Reply> {
  const { operationId: source } = operation
  const write = () =>
    deps.db.begin(async tx => {
      const at = deps.clock.now()
      const locked = await lockWithRefunds(tx, operation)
      const snapshot = snapshotOf(locked.payment)
      const { payment, isDoubtful } = await takeIn(tx, locked, snapshot, { trust: 'report', source, at })
      if (isDoubtful) return null
      const body = JSON.stringify(presentPayment(payment))
      const sealedAnswer = seal(deps.encryptionKeys, operation.operationId, body)
      return { body, isOurs: await finishOperation(tx, { ...operation, sealedAnswer, at }) }
    })
  let written = await write()
  if (!written) {
    // our record lacks something that the processor has, such as the failure of an earlier refund
    const known = existing(await findPayment(deps.db, operation), 'payment')
    await refreshPayment(deps, known, source)
    written = await write()
  }
  return written ? await answerOf(deps, operation, written) : await leaveOpen(deps, operation)
}

/** Reasons that concern the payment's state or amounts: they have changed since the payment was read. */
const saysOfPayment: RefusalReason[] = ['invalid', 'wrong_state']

/** Records a refusal in one commit, which frees the key and any reserved refund. */
export async function release(
  deps: PaymentDeps,
  operation: OnPayment,
  { refusal, attempt }: Refused,
  allowedFrom: PaymentStatus[],
): Promise<Reply> {
  const { operationId: source } = operation
  const isOurs = await deps.db.begin(async tx => {
    const at = deps.clock.now()
    const { payment, refunds } = await lockWithRefunds(tx, operation)
    if (!(await finishOperation(tx, { ...operation, refusal, attempt, at }))) return false
    const refundId = 'refundId' in operation.arguments ? operation.arguments.refundId : null
    const reserved = refunds.find(refund => refund.refundId === refundId && refund.state === 'reserved')
    if (reserved)
      await writeChange(tx, { payment, refunds: [{ ...reserved, state: 'released' }], source, at })
    return true
  })
  if (!isOurs) return await othersAnswer(deps, operation)
  if (!saysOfPayment.includes(refusal.reason)) throw refusalProblem(refusal)
  const known = existing(await findPayment(deps.db, operation), 'payment')
  const fresh = await refreshPayment(deps, known, source)
  // the plan was based on an earlier reading; a retry makes a new plan from the current state
  if (operation.resumedBy !== null)
    throw problems.inProgress('The payment has changed since this call began. Nothing was done; try again.')
  const { status } = fresh.kind === 'done' ? fresh.value.payment : known
  // some reasons, such as a dispute, do not show in the status
  const state = allowedFrom.includes(status) ? undefined : { currentStatus: status, allowedFrom }
  throw refusalProblem(refusal, state)
}
