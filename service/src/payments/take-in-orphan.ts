import type { MerchantId, PaymentId } from '../ids.ts'
import type { OperationDeps } from '../operations/kind.ts'
import { restoreOperation } from '../operations/restore.sql.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { OwnPayment, Processor } from '../processors/port.ts'
import { createdAnswer } from './create.ts'
import { findPayment, insertRestored } from './payments.sql.ts'
import { refreshPayment } from './refresh-payment.ts'

type OrphanDeps = Pick<OperationDeps, 'db' | 'clock' | 'encryptionKeys'>

/** Where a payment was found. */
interface Found {
  merchantId: MerchantId
  accountId: string
  processorPaymentId: string
}

/**
 * A payment at the processor that carries our seal but is unknown here, because the database was restored to an earlier
 * moment. It is written as it was when made, with the answer to its key, and then read. Null when it is not ours.
 */
export async function takeInOrphan(
  deps: OrphanDeps,
  processor: Processor,
  { merchantId, accountId, processorPaymentId }: Found,
): Promise<Outcome<PaymentId | null>> {
  const read = await processor.readOwnPayment(accountId, processorPaymentId)
  if (read.kind !== 'done' || !read.value) return read as Outcome<null>
  const own = read.value
  await writeOrphan(deps, processor, merchantId, accountId, own)
  const payment = await findPayment(deps.db, merchantId, own.paymentId)
  // the id is taken by the payment that this one was copied from
  if (payment?.processorPaymentId !== processorPaymentId) return { kind: 'done', value: null }
  const fresh = await refreshPayment(
    { ...deps, processors: new Map([[processor.name, processor]]) },
    payment,
    'restore',
  )
  return fresh.kind === 'done' ? { kind: 'done', value: own.paymentId } : fresh
}

async function writeOrphan(
  deps: OrphanDeps,
  processor: Processor,
  merchantId: MerchantId,
  accountId: string,
  own: OwnPayment,
): Promise<void> {
  const { paymentId, memo, snapshot, createdAt, clientSecret, orderRef, branch, customerRef, description } =
    own
  const { amountCents, feeCents, currency, captureMethod } = snapshot
  const begun = { ...snapshot, status: 'requires_payment_method' } as const
  const at = deps.clock.now()
  const answer = createdAnswer({
    paymentId,
    created: { snapshot: begun, clientSecret },
    payment: { amountCents, currency, captureMethod },
    orderRef,
    processor: processor.name,
    accountId,
    publishableKey: processor.publishableKey,
    createdAt,
    updatedAt: createdAt,
  })
  const payment = { amountCents, feeCents, currency, captureMethod, description }
  const args = { processor: processor.name, accountId, payment, orderRef, branch, customerRef }
  await deps.db.begin(async tx => {
    const isNew = await insertRestored(tx, {
      ...args,
      ...payment,
      merchantId,
      paymentId,
      snapshot,
      createdAt,
      at,
    })
    if (!isNew || memo.key === null) return
    const digest = Buffer.from(memo.digest, 'base64url')
    const call = { merchantId, kind: 'create', paymentId, callKey: memo.key, digest } as const
    await restoreOperation(deps, tx, { ...call, arguments: args, body: answer, at: createdAt })
  })
}
