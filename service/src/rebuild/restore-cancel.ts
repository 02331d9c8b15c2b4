import { digestOf } from '../operations/operation.ts'
import { restoreOperation } from '../operations/restore.sql.ts'
import { presentPayment } from '../payments/payment.ts'
import { findPayment } from '../payments/payments.sql.ts'
import type { ProcessorEvent } from '../processors/port.ts'
import { type Account, paymentsOf } from '../reconcile/books.sql.ts'
import { isCancelKnown } from './known.sql.ts'
import type { Run } from './run.ts'

/** A cancel leaves nothing on the payment but its event, which names the key it was asked for under. */
export async function restoreCancel(
  run: Run,
  account: Account,
  event: ProcessorEvent,
  orphans: ReadonlySet<string>,
): Promise<void> {
  const { deps, rebuilt, dryRun } = run
  const { callKey, subject } = event
  if (callKey === undefined || subject.kind !== 'payment') return
  const { processorPaymentId } = subject
  const known = (await paymentsOf(deps.db, account, [processorPaymentId])).get(processorPaymentId)
  if (dryRun) {
    const isKnown = known
      ? await isCancelKnown(deps.db, account, known.paymentId)
      : !orphans.has(processorPaymentId)
    if (!isKnown) rebuilt.keys++
    return
  }
  const payment = known && (await findPayment(deps.db, account.merchantId, known.paymentId))
  if (payment?.status !== 'canceled') return
  const { paymentId, processor, accountId } = payment
  const digest = digestOf({ paymentId, body: {} })
  const call = { merchantId: account.merchantId, kind: 'cancel', paymentId, callKey, digest } as const
  const args = { processor, accountId, processorPaymentId }
  const body = JSON.stringify(presentPayment(payment))
  if (await restoreOperation(deps, deps.db, { ...call, arguments: args, body, at: event.createdAt }))
    rebuilt.keys++
}
