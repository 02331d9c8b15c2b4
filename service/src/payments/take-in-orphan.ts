import { markIncomplete } from '../history/history.sql.ts'
import type { MerchantId, PaymentId } from '../ids.ts'
import type { OperationDeps } from '../operations/deps.ts'
import { restoreOperation } from '../operations/restore.sql.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { OwnPayment, PaymentSnapshot, Processor } from '../processors/port.ts'
import { takeIn } from './locked-payment.ts'
import { createdAnswer, newPayment, type Payment } from './payment.ts'
import { findPayment, insertRestored } from './payments.sql.ts'
import { refreshPayment } from './refresh-payment.ts'
import { restoreCalls } from './restore-calls.ts'

type OrphanDeps = Pick<OperationDeps, 'db' | 'clock' | 'encryptionKeys'>

interface Place {
  merchantId: MerchantId
  accountId: string
}

/**
 * A payment at the processor that carries our seal but is unknown here, because the database was restored to an earlier
 * moment. Null when it is not ours.
 */
export async function takeInOrphan(
  deps: OrphanDeps,
  processor: Processor,
  { processorPaymentId, ...place }: Place & { processorPaymentId: string },
): Promise<Outcome<PaymentId | null>> {
  const read = await processor.readOwnPayment(place.accountId, processorPaymentId)
  if (read.kind !== 'done' || !read.value) return read as Outcome<null>
  // what else was forgotten with it is looked for; marked first, because a known payment is no orphan any more
  await markIncomplete(deps.db, read.value.createdAt)
  return await takeInOwn(deps, processor, place, read.value)
}

/**
 * It is written as it was when made, with the answer to its key. What has become of it is in `state`, or else is read.
 * Null when another payment here has its id: it is a copy, or was made twice.
 */
export async function takeInOwn(
  deps: OrphanDeps,
  processor: Processor,
  place: Place,
  own: OwnPayment,
  state?: PaymentSnapshot,
): Promise<Outcome<PaymentId | null>> {
  const { paymentId } = own
  const made = await writeOrphan(deps, processor, place, own, state)
  if (made && state) {
    const payment = await findPayment(deps.db, place.merchantId, paymentId)
    if (payment) await restoreCalls(deps, payment, state)
    return { kind: 'done', value: paymentId }
  }
  const payment = made ?? (await findPayment(deps.db, place.merchantId, paymentId))
  if (payment?.processorPaymentId !== own.snapshot.processorPaymentId) return { kind: 'done', value: null }
  const fresh = await refreshPayment(
    { ...deps, processors: new Map([[processor.name, processor]]) },
    payment,
    'restore',
  )
  if (fresh.kind !== 'done') return fresh
  await restoreCalls(deps, fresh.value.payment, fresh.value.snapshot)
  return { kind: 'done', value: paymentId }
}

/** Null when its id is known. */
async function writeOrphan(
  deps: OrphanDeps,
  processor: Processor,
  { merchantId, accountId }: Place,
  own: OwnPayment,
  state?: PaymentSnapshot,
): Promise<Payment | null> {
  const { paymentId, memo, createdAt } = own
  const at = deps.clock.now()
  const snapshot = { ...own.snapshot, status: 'requires_payment_method' } as const
  const place = { merchantId, processor: processor.name, accountId }
  const made = newPayment(place, { ...own, snapshot }, createdAt)
  return await deps.db.begin(async tx => {
    const payment = await insertRestored(tx, made, at)
    if (payment && memo.key !== null) {
      const body = createdAnswer(made, own.clientSecret, processor)
      const call = { merchantId, kind: 'create', paymentId, memo: { ...memo, key: memo.key } } as const
      await restoreOperation(deps, tx, { ...call, body, at: createdAt })
    }
    if (payment && state)
      await takeIn(tx, { payment, refunds: [] }, state, { trust: 'report', source: 'restore', at })
    return payment
  })
}
