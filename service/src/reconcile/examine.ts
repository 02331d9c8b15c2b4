import { takeInDispute } from '../inbox/take-in-dispute.ts'
import { disputesOf } from '../payments/disputes.sql.ts'
import type { Payment } from '../payments/payment.ts'
import { findPayment, refundsOf } from '../payments/payments.sql.ts'
import { refreshPayment } from '../payments/refresh-payment.ts'
import { answered, isGone, isMissing, reasonOf } from '../processors/outcomes.ts'
import type { DisputeSnapshot } from '../processors/port.ts'
import type { PaymentKey } from './books.sql.ts'
import { type Booked, compare, type Difference, type Found, isSame } from './difference.ts'
import { AccountGone, type Walk } from './step.ts'

/** The maximum number of times to read a payment that keeps changing. */
const readings = 3

/**
 * Reads a payment from the processor and compares it with the books; repeats both if it has changed. With `fix`, the books
 * are updated to match the processor, as after any reading. `disputeIds` are disputes that may be unknown here.
 */
export async function findingsOf(
  current: Walk,
  { merchantId, paymentId, processorPaymentId }: PaymentKey,
  disputeIds: Iterable<string> = [],
): Promise<Found[]> {
  const suspect = { merchantId, paymentId, processorPaymentId }
  const found = await look(current, suspect, disputeIds)
  const isFixing = found.length > 0 && current.run.fix
  if (isFixing) await updateFromProcessor(current, suspect, disputeIds)
  const left = isFixing ? await look(current, suspect, disputeIds) : found
  return found.map(one => {
    const fixed = !left.some(other => isSame(one, other))
    return { ...suspect, ...one, fixed, reason: isFixing && !fixed ? whyNot(one) : null }
  })
}

function whyNot({ kind, what }: Difference): string {
  if (what === 'missing_there') return 'The processor has no such movement.'
  if (['payment', 'authorization', 'authorized_fee'].includes(kind))
    return 'The payment was captured or canceled here, and ledger entries are never changed.'
  return 'The books are ahead of the processor, and are never rolled back.'
}

type Seen = Difference & Pick<Found, 'currency'>

async function look(current: Walk, suspect: PaymentKey, disputeIds: Iterable<string>): Promise<Seen[]> {
  const { deps, processor } = current
  let differences: Seen[] = []
  for (let i = 0; i < readings; i++) {
    const booked = await bookedOf(current, suspect)
    if (!booked) return []
    const { payment } = booked
    const { currency, capturedCents, authorizedCents } = payment
    const reading = await processor.readPayment(payment.accountId, payment.processorPaymentId)
    if (isGone(reading) && reading.kind !== 'done') throw new AccountGone(reasonOf(reading))
    if (isMissing(reading)) {
      const ours = String(capturedCents || authorizedCents)
      return [{ kind: 'payment', what: 'missing_there', objectId: '', currency, ours, theirs: null }]
    }
    const disputes = await readDisputes(current, payment, disputeIdsOf(booked, disputeIds))
    const found = compare(booked, { payment: answered(reading), disputes })
    differences = found.map(difference => ({ ...difference, currency }))
    const now = await findPayment(deps.db, payment)
    if (differences.length === 0 || now?.version === payment.version) break
  }
  return differences
}

const disputeIdsOf = ({ disputes }: Booked, others: Iterable<string>) =>
  new Set([...others, ...disputes.map(({ processorDisputeId }) => processorDisputeId)])

async function readDisputes({ processor }: Walk, { accountId }: Payment, ids: Iterable<string>) {
  const read = new Map<string, DisputeSnapshot | null>()
  for (const id of ids) {
    const outcome = await processor.readDispute(accountId, id)
    read.set(id, isMissing(outcome) ? null : answered(outcome))
  }
  return read
}

async function bookedOf({ deps: { db } }: Walk, suspect: PaymentKey): Promise<Booked | null> {
  const payment = await findPayment(db, suspect)
  if (!payment) return null
  const refunds = await refundsOf(db, payment)
  return { payment, refunds, disputes: await disputesOf(db, [payment]) }
}

async function updateFromProcessor(
  current: Walk,
  suspect: PaymentKey,
  disputeIds: Iterable<string>,
): Promise<void> {
  const { deps, processor } = current
  const booked = await bookedOf(current, suspect)
  if (!booked) return
  const fresh = await refreshPayment(deps, booked.payment, 'reconcile')
  if (!isMissing(fresh)) answered(fresh)
  for (const processorDisputeId of disputeIdsOf(booked, disputeIds)) {
    await takeInDispute(deps, processor, { ...suspect, processorDisputeId }, 'reconcile')
  }
  deps.log.info({ paymentId: suspect.paymentId }, 'updated the books from the processor')
}
