import type { PaymentId } from '../ids.ts'
import { digestOf } from '../operations/operation.ts'
import { findPayment } from '../payments/payments.sql.ts'
import { callsIn, type RememberedCall, restoreCall } from '../payments/restore-calls.ts'
import type { ProcessorEvent } from '../processors/port.ts'
import { type Owner, paymentsOf } from '../reconcile/books.sql.ts'
import { isCallKnown } from './known.sql.ts'
import type { Run } from './run.ts'

/** The call that caused an event, so that a retry finds its answer. A cancel is known by its key, others by their memo. */
export async function restoreCallOf(
  run: Run,
  owner: Owner,
  event: ProcessorEvent,
  orphans: ReadonlySet<string>,
): Promise<void> {
  const { deps, rebuilt, dryRun } = run
  const { subject } = event
  if (subject.kind !== 'payment' || !['intent', 'refund'].includes(subject.report.kind)) return
  const { processorPaymentId } = subject
  const known = (await paymentsOf(deps.db, owner, [processorPaymentId])).get(processorPaymentId)
  const paymentId = known?.paymentId ?? (orphans.has(processorPaymentId) ? subject.paymentId : null)
  const call = paymentId && callOf(event, paymentId as PaymentId)
  if (!call) return
  if (dryRun) {
    // refunds, and captures of orphans, are counted where they are listed
    const isCounted =
      call.kind === 'refund' ||
      (known ? await isCallKnown(deps.db, owner, known.paymentId, call) : call.kind === 'capture')
    if (!isCounted) rebuilt.keys++
    return
  }
  const payment = known && (await findPayment(deps.db, owner.merchantId, known.paymentId))
  if (payment && (await restoreCall(deps, payment, call, event.createdAt))) rebuilt.keys++
}

function callOf({ type, callKey, subject }: ProcessorEvent, paymentId: PaymentId): RememberedCall | null {
  if (subject.kind !== 'payment') return null
  const { report } = subject
  if (report.kind === 'refund') return callsIn({ refunds: [report.refund] })[0] ?? null
  if (report.kind !== 'intent') return null
  if (type === 'payment_intent.canceled' && callKey !== undefined) {
    const digest = digestOf({ paymentId, body: {} }).toString('base64url')
    return { kind: 'cancel', memo: { key: callKey, digest } }
  }
  if (type !== 'payment_intent.succeeded') return null
  return callsIn(report.snapshot).find(({ kind }) => kind === 'capture') ?? null
}
