import type { Tx } from '../db/db.ts'
import { type MerchantId, newRefundId } from '../ids.ts'
import type { FeePolicy } from '../money.ts'
import type { GateDeps } from '../operations/gate.ts'
import { problems } from '../problems.ts'
import type { IntentStatus, Outcome, PaymentSnapshot, Processor } from '../processors/port.ts'
import { type Applied, applySnapshot, type Trust } from './apply-snapshot.ts'
import { writeChange } from './change.sql.ts'
import type { Payment, Refund } from './payment.ts'

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

/** The payment, if it is where an earlier try wanted it to be. */
export async function readIfReached(
  processor: Processor,
  accountId: string,
  processorPaymentId: string,
  status: IntentStatus,
): Promise<Outcome<PaymentSnapshot | null>> {
  const reading = await processor.readPayment(accountId, processorPaymentId)
  if (reading.kind !== 'done') return reading
  return { kind: 'done', value: reading.value.status === status ? reading.value : null }
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
  await writeChange(tx, { ...locked.payment, source, at }, applied)
  return { ...applied, payment: { ...applied.payment, updatedAt: at } }
}
