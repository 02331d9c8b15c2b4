import type { Tx } from '../db/db.ts'
import { timeOfId } from '../ids.ts'
import { restoreOperation } from '../operations/claim.sql.ts'
import type { OnPaymentKind } from '../operations/operation.ts'
import type { Outcome } from '../processors/outcomes.ts'
import type { Memo, PaymentSnapshot } from '../processors/port.ts'
import { applySnapshot } from './apply-snapshot.ts'
import { writeChange } from './change.sql.ts'
import { type PaymentDeps, processorNamed } from './deps.ts'
import { type Payment, presentPayment, type Trust } from './payment.ts'
import { type LockedPayment, lockWithRefunds } from './payments.sql.ts'

/** Applies a snapshot: payment, refunds and postings change together. Returns the payment afterwards. */
export async function applyToLedger(
  tx: Tx,
  { payment, refunds }: LockedPayment,
  snapshot: PaymentSnapshot,
  { trust, source, at }: { trust: Trust; source: string; at: Date },
): Promise<{ payment: Payment; isDoubtful: boolean }> {
  const applied = applySnapshot(payment, refunds, snapshot, trust)
  if (applied.kind !== 'applied') return { payment, isDoubtful: applied.kind === 'doubtful' }
  await writeChange(tx, { ...applied, source, at })
  return { payment: { ...applied.payment, updatedAt: at }, isDoubtful: false }
}

/** If a payment changes during this many readings, our own record is used. */
const readings = 3

/**
 * Reads the payment from the processor and applies the answer. An answer with an earlier state is trusted only if
 * nothing else changed the payment in the meantime; otherwise the payment is read again. Returns the answer, and the
 * payment as stored afterwards.
 */
export async function refreshPayment(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'processors'>,
  known: Payment,
  source: string,
): Promise<Outcome<{ payment: Payment; snapshot: PaymentSnapshot }>> {
  const { accountId, processorPaymentId } = known
  const processor = processorNamed(deps, known.processor)
  let { version } = known
  for (let i = 1; ; i++) {
    const reading = await processor.readPayment(accountId, processorPaymentId)
    if (reading.kind !== 'done') return reading
    const snapshot = reading.value
    const { payment, isDoubtful } = await deps.db.begin(async tx => {
      const locked = await lockWithRefunds(tx, known)
      const trust = locked.payment.version === version ? 'reading' : 'report'
      return await applyToLedger(tx, locked, snapshot, { trust, source, at: deps.clock.now() })
    })
    if (!isDoubtful || i === readings) return { kind: 'done', value: { payment, snapshot } }
    version = payment.version
  }
}

/** A call, as the processor remembers it. */
export interface RememberedCall {
  kind: OnPaymentKind
  memo: Memo
}

/** The captures and refunds in a reading. A cancel leaves no memo on the payment. */
export function callsIn(shown: Partial<PaymentSnapshot>): RememberedCall[] {
  const { status, captureMemo, refunds = [] } = shown
  const captured = { kind: 'capture' as const, memo: status === 'succeeded' ? captureMemo : undefined }
  const refunded = refunds.map(({ memo }) => ({ kind: 'refund' as const, memo }))
  return [captured, ...refunded].flatMap(({ kind, memo }) =>
    memo?.key || memo?.operationId ? [{ kind, memo }] : [],
  )
}

/** Restores the answers to all calls in a reading that this database has lost. */
export async function restoreCalls(
  deps: Pick<PaymentDeps, 'db' | 'encryptionKeys'>,
  payment: Payment,
  snapshot: PaymentSnapshot,
): Promise<void> {
  for (const call of callsIn(snapshot)) await restoreCall(deps, payment, call, payment.updatedAt)
}

/** Stores a call that this database has lost, so that a retry gets its answer. False if the call is known. */
export async function restoreCall(
  deps: Pick<PaymentDeps, 'db' | 'encryptionKeys'>,
  payment: Payment,
  call: RememberedCall,
  at: Date,
): Promise<boolean> {
  const { merchantId, paymentId } = payment
  const { operationId } = call.memo
  const body = JSON.stringify(presentPayment(payment))
  const made = { merchantId, paymentId, ...call, body, at: operationId ? timeOfId(operationId) : at }
  return await restoreOperation(deps.encryptionKeys, deps.db, made)
}
