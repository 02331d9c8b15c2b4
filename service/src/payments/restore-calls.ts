import type { OperationDeps } from '../operations/deps.ts'
import { restoreOperation } from '../operations/restore.sql.ts'
import type { Memo, PaymentSnapshot } from '../processors/port.ts'
import type { OnPaymentKind } from './call-on-payment.ts'
import { type Payment, presentPayment } from './payment.ts'

/** A call with a key, as the processor remembers it. */
export interface RememberedCall {
  kind: OnPaymentKind
  memo: Memo & { key: string }
}

/** The captures and refunds that a reading shows. A cancel leaves nothing on the payment. */
export function callsIn({
  status,
  captureMemo,
  refunds = [],
}: Partial<Pick<PaymentSnapshot, 'status' | 'captureMemo' | 'refunds'>>): RememberedCall[] {
  const captured = { kind: 'capture' as const, memo: status === 'succeeded' ? captureMemo : undefined }
  const refunded = refunds.map(({ memo }) => ({ kind: 'refund' as const, memo }))
  return [captured, ...refunded].flatMap(({ kind, memo }) =>
    memo?.key ? [{ kind, memo: { ...memo, key: memo.key } }] : [],
  )
}

/** The answers to all calls that a reading shows and this database has forgotten. */
export async function restoreCalls(
  deps: Pick<OperationDeps, 'db' | 'encryptionKeys'>,
  payment: Payment,
  snapshot: PaymentSnapshot,
): Promise<void> {
  for (const call of callsIn(snapshot)) await restoreCall(deps, payment, call, payment.updatedAt)
}

/** Writes down a call that this database has forgotten, so that a retry finds its answer. False when it is known. */
export async function restoreCall(
  deps: Pick<OperationDeps, 'db' | 'encryptionKeys'>,
  payment: Payment,
  call: RememberedCall,
  at: Date,
): Promise<boolean> {
  const { merchantId, paymentId } = payment
  const body = JSON.stringify(presentPayment(payment))
  return await restoreOperation(deps, deps.db, { merchantId, paymentId, ...call, body, at })
}
