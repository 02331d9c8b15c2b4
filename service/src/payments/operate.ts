import type { Tx } from '../db/db.ts'
import { type MerchantId, newRefundId } from '../ids.ts'
import { postEntries } from '../ledger/ledger.sql.ts'
import type { FeePolicy } from '../money.ts'
import type { GateDeps } from '../operations/gate.ts'
import type { Claimed, Operation } from '../operations/operation.ts'
import { refuseOperation, releaseLease } from '../operations/operations.sql.ts'
import { type Problem, problems } from '../problems.ts'
import type { Outcome, PaymentSnapshot, Processor, Refusal } from '../processors/port.ts'
import { type Applied, applySnapshot, type Trust } from './apply-snapshot.ts'
import type { Payment, Refund } from './payment.ts'
import { saveRefunds, updatePayment } from './payments.sql.ts'

export interface PaymentDeps extends GateDeps {
  processors: ReadonlyMap<string, Processor>
}

/** The merchant a payment is made for, with what a new payment needs to know of it. */
export interface PayingMerchant {
  merchantId: MerchantId
  fees: FeePolicy
  account: { processor: string; accountId: string } | null
}

/** A payment stays with the processor it was made on, wherever new payments go. */
export function processorNamed(deps: PaymentDeps, name: string): Processor {
  const processor = deps.processors.get(name)
  if (!processor) throw problems.processorError(null, `The processor "${name}" is not configured here.`)
  return processor
}

/**
 * What an answer says about the operation as a whole. To be turned away now, or to find the own key used with
 * other parameters, does not tell what an earlier try has done.
 */
export function conclusionOf<Value>(
  operation: Claimed,
  outcome: Outcome<Value>,
  { ownKey } = { ownKey: true },
): Outcome<Value> {
  if (outcome.kind !== 'refused' || !operation.resumed) return outcome
  const { reason, message } = outcome.refusal
  const saysNothing = reason === 'turned_away' || (reason === 'key_conflict' && ownKey)
  return saysNothing ? { kind: 'unknown', reason: message } : outcome
}

/** False when the lease was lost: then it is somebody else's to refuse. */
export async function refuse(
  tx: Tx,
  deps: PaymentDeps,
  operation: Operation,
  refusal: Refusal,
): Promise<boolean> {
  return await refuseOperation(
    tx,
    operation,
    `${refusal.code ?? refusal.reason}: ${refusal.message}`,
    deps.clock.now(),
  )
}

/** Lets go of the lease, so that a retry can ask again with the same processor key. */
export async function surrender(deps: PaymentDeps, operation: Operation): Promise<Problem> {
  await releaseLease(deps.db, operation, deps.clock.now())
  return problems.outcomeUnknown()
}

/** Takes a snapshot in: payment, refunds and postings change together. The payment is locked by the caller. */
export async function takeIn(
  tx: Tx,
  locked: { payment: Payment; refunds: Refund[] },
  snapshot: PaymentSnapshot,
  { trust, source, at }: { trust: Trust; source: string; at: Date },
): Promise<Applied> {
  const applied = applySnapshot(locked.payment, locked.refunds, snapshot, { trust, newRefundId })
  if (applied.kind !== 'changed') return applied
  const { payment, refunds, entries } = applied
  await updatePayment(tx, payment, at)
  await saveRefunds(tx, payment, refunds, at)
  const { merchantId, paymentId, currency } = payment
  await postEntries(tx, { merchantId, paymentId, currency, source, at, entries })
  return applied
}
