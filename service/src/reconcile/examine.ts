import type { FastifyBaseLogger } from 'fastify'
import type { MerchantId } from '../ids.ts'
import { takeInDispute } from '../inbox/take-in-dispute.ts'
import type { PaymentDeps } from '../payments/deps.ts'
import { disputesOf } from '../payments/disputes.sql.ts'
import type { Payment } from '../payments/payment.ts'
import { findPayment, refundsOf } from '../payments/payments.sql.ts'
import { refreshPayment } from '../payments/refresh-payment.ts'
import { answered, isGone, isMissing, reasonOf } from '../processors/outcomes.ts'
import type { DisputeSnapshot, Processor } from '../processors/port.ts'
import { type Booked, compare, type Difference, type Found } from './difference.ts'

export interface ExamineDeps extends PaymentDeps {
  log: FastifyBaseLogger
}

type Finding = Omit<Found, 'merchantId' | 'paymentId' | 'processorPaymentId'>

/** The merchant disconnected the account, so nothing on it can be compared. */
export class AccountGone extends Error {}

interface Suspect {
  merchantId: MerchantId
  paymentId: string
  /** Disputes at the processor that are unknown here. */
  disputeIds: string[]
}

/** How often to read a payment that keeps changing meanwhile. */
const readings = 3

/**
 * Reads a payment at the processor and compares it with the books, again if it changed meanwhile. With `fix`, the books
 * are updated to match the processor, as after any reading.
 */
export async function examine(deps: ExamineDeps, processor: Processor, suspect: Suspect, fix: boolean) {
  const found = await look(deps, processor, suspect)
  if (found.length === 0 || !fix)
    return found.map(difference => ({ ...difference, fixed: false, reason: null }))
  await takeIn(deps, processor, suspect)
  const left = await look(deps, processor, suspect)
  const isLeft = ({ kind, what, objectId }: Difference) =>
    left.some(other => other.kind === kind && other.what === what && other.objectId === objectId)
  return found.map(difference => {
    const fixed = !isLeft(difference)
    return { ...difference, fixed, reason: fixed ? null : whyNot(difference) }
  })
}

function whyNot({ kind, what }: Difference): string {
  if (what === 'missing_there') return 'The processor has no such movement.'
  if (['payment', 'authorization', 'authorized_fee'].includes(kind))
    return 'The ledger has what was captured or canceled, and entries are never changed.'
  return 'The books are ahead of the processor, and never go back.'
}

type Seen = Difference & Pick<Finding, 'currency'>

async function look(deps: ExamineDeps, processor: Processor, suspect: Suspect): Promise<Seen[]> {
  let differences: Seen[] = []
  for (let i = 0; i < readings; i++) {
    const booked = await bookedOf(deps, suspect)
    if (!booked) return []
    const { payment } = booked
    const reading = await processor.readPayment(payment.accountId, payment.processorPaymentId)
    if (isGone(reading) && reading.kind !== 'done') throw new AccountGone(reasonOf(reading))
    if (isMissing(reading)) {
      const { capturedCents, authorizedCents } = payment
      const ours = String(capturedCents || authorizedCents)
      const { currency } = payment
      return [{ kind: 'payment', what: 'missing_there', objectId: '', currency, ours, theirs: null }]
    }
    const disputes = await readDisputes(processor, payment, disputeIdsOf(booked, suspect))
    const found = compare(booked, { payment: answered(reading), disputes })
    differences = found.map(difference => ({ ...difference, currency: payment.currency }))
    const now = await findPayment(deps.db, payment)
    if (differences.length === 0 || now?.version === payment.version) break
  }
  return differences
}

const disputeIdsOf = ({ disputes }: Booked, { disputeIds }: Suspect) => [
  ...new Set([...disputeIds, ...disputes.map(({ processorDisputeId }) => processorDisputeId)]),
]

async function readDisputes(processor: Processor, { accountId }: Payment, ids: string[]) {
  const read = new Map<string, DisputeSnapshot | null>()
  for (const id of ids) {
    const outcome = await processor.readDispute(accountId, id)
    read.set(id, isMissing(outcome) ? null : answered(outcome))
  }
  return read
}

async function bookedOf({ db }: ExamineDeps, suspect: Suspect): Promise<Booked | null> {
  const payment = await findPayment(db, suspect)
  if (!payment) return null
  const refunds = await refundsOf(db, payment)
  return { payment, refunds, disputes: await disputesOf(db, [payment]) }
}

async function takeIn(deps: ExamineDeps, processor: Processor, suspect: Suspect): Promise<void> {
  const booked = await bookedOf(deps, suspect)
  if (!booked) return
  const { payment } = booked
  const fresh = await refreshPayment(deps, payment, 'reconcile')
  if (!isMissing(fresh)) answered(fresh)
  for (const processorDisputeId of disputeIdsOf(booked, suspect)) {
    await takeInDispute(deps, processor, { ...suspect, processorDisputeId }, 'reconcile')
  }
  deps.log.info({ paymentId: payment.paymentId }, 'updated the books from the processor')
}
