import type { PaymentId } from '../ids.ts'
import { lostOf } from '../inbox/events.sql.ts'
import { receiveEvent } from '../inbox/receive-event.ts'
import { receiveInOrder } from '../inbox/receive-listed.ts'
import { digestOf } from '../operations/operation.ts'
import { findPayment } from '../payments/payments.sql.ts'
import { callsIn, type RememberedCall, restoreCall } from '../payments/refresh-payment.ts'
import { inPages } from '../processors/list-pages.ts'
import type { ListedEvent, PaymentReport, ProcessorEvent } from '../processors/port.ts'
import { type Account, paymentsOf } from '../reconcile/books.sql.ts'
import type { Run } from './run.ts'

/**
 * Events of an account, or the platform's own. They are forwarded again, even if they were forwarded before the restore:
 * receivers recognize duplicates by `Svc-Event-Id`.
 */
export async function rebuildEvents(run: Run, account: Account | null): Promise<void> {
  const { deps, processor, rebuilt, since } = run
  const accountId = account?.accountId ?? null
  for await (const { items } of inPages(after => processor.listEvents(accountId, { since, after }))) {
    if (run.isStopped()) return
    // the platform's own events can be about any account, so none is left out
    const lost = account ? await lostOf(deps.db, account, items) : items
    await receiveInOrder(lost, async ({ event, body }) => {
      const { outcome } = await receiveEvent(deps, processor, event, body)
      if (outcome !== 'seen') rebuilt.events++
    })
    if (account) await restoreCallsOf(run, account, items)
  }
}

/** Restores the calls that caused these events, so that a retry finds its answer. */
async function restoreCallsOf({ deps, rebuilt }: Run, account: Account, items: ListedEvent[]): Promise<void> {
  const about = items.flatMap(({ event }) =>
    event.subject.kind === 'payment' ? [{ event, subject: event.subject }] : [],
  )
  const ids = about.map(({ subject }) => subject.processorPaymentId)
  const payments = await paymentsOf(deps.db, account, ids)
  for (const { event, subject } of about) {
    const known = payments.get(subject.processorPaymentId)
    const call = known && callOf(event, subject.report, known.paymentId)
    const payment = call && (await findPayment(deps.db, { ...account, ...known }))
    const isRestored = payment && (await restoreCall(deps, payment, call, event.createdAt))
    if (isRestored && call.memo.key !== null) rebuilt.keys++
  }
}

/** A cancel is recognized by its key, others by their memo. */
function callOf(
  { type, callKey }: ProcessorEvent,
  report: PaymentReport,
  paymentId: PaymentId,
): RememberedCall | null {
  if (report.kind === 'refund') return callsIn({ refunds: [report.refund] })[0] ?? null
  if (report.kind !== 'intent') return null
  if (type === 'payment_intent.canceled' && callKey !== undefined) {
    const digest = digestOf({ paymentId, body: {} }).toString('base64url')
    return { kind: 'cancel', memo: { key: callKey, digest } }
  }
  if (type !== 'payment_intent.succeeded') return null
  return callsIn(report.snapshot).find(({ kind }) => kind === 'capture') ?? null
}
