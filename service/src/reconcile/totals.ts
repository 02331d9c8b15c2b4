import { takenCents } from '../payments/dispute.ts'
import type { Movement } from '../processors/lists-port.ts'
import type { KnownPayment, Owner, Posted } from './books.sql.ts'
import type { Difference } from './difference.ts'
import type { Total } from './runs.sql.ts'

/** Sums of the movements, by currency and kind: at the processor, and in the ledger for the same movements. */
export class Totals {
  readonly #sums = new Map<string, Total>()

  add({ currency, kind, amountCents }: Movement, ledgerCents: number): void {
    const key = `${currency} ${kind}`
    const sum = this.#sums.get(key) ?? { currency, kind, processorCents: 0, ledgerCents: 0 }
    sum.processorCents += amountCents
    sum.ledgerCents += ledgerCents
    this.#sums.set(key, sum)
  }

  of({ merchantId }: Pick<Owner, 'merchantId'>): (Total & { merchantId: string })[] {
    return [...this.#sums.values()].map(sum => ({ ...sum, merchantId }))
  }
}

/** How to find an entry. */
interface Moved {
  kind: Difference['kind']
  /** The processor's id of the refund or dispute. */
  objectId: string
  currency: string
  amountCents: number
  feeRefundedCents: number
  /** The total that a dispute has taken so far. */
  takenCents: number
}

export function movedBy({ kind, currency, amountCents, refund, dispute, fee }: Movement): Moved {
  const objectId = refund?.processorRefundId ?? dispute?.processorDisputeId ?? ''
  const taken = { feeRefundedCents: fee?.refundedCents ?? 0, takenCents: dispute ? takenCents(dispute) : 0 }
  return { kind, objectId, currency, amountCents, ...taken }
}

/**
 * The ledger's amount for a movement, whenever it was posted: an event can arrive after midnight. Disputes are compared
 * by their total, because earlier releases posted sums; returned fees too, because several may be posted as one.
 */
export function bookedFor(moved: Moved, payment: KnownPayment, entries: Posted[]): number {
  const { kind, objectId, amountCents, currency } = moved
  const isFee = kind === 'fee' || kind === 'fee_refund'
  if (currency !== payment.currency && !isFee) return 0
  const posted = (fact: string) => entries.find(entry => entry.fact === fact)
  switch (kind) {
    case 'payment':
      return -(posted('capture')?.customerCents ?? 0)
    case 'refund':
      return posted(`refund:${objectId}`)?.merchantCents ?? 0
    case 'refund_failure':
      return posted(`refund_failed:${objectId}`)?.merchantCents ?? 0
    case 'dispute':
    case 'dispute_reversal': {
      const ofDispute = entries.filter(({ fact }) => fact.endsWith(`:${objectId}`))
      const booked = ofDispute.reduce((total, { merchantCents }) => total + merchantCents, 0)
      return booked === -moved.takenCents ? amountCents : 0
    }
    case 'fee':
    case 'fee_refund':
      return bookedFee(moved, payment, entries)
    default:
      return 0
  }
}

function bookedFee(
  { kind, amountCents, currency, feeRefundedCents }: Moved,
  payment: KnownPayment,
  entries: Posted[],
): number {
  // a fee in another currency can only be compared on the payment
  if (currency !== payment.currency) return amountCents
  const sum = (isWanted: (entry: Posted) => boolean) =>
    entries.filter(isWanted).reduce((total, entry) => total + entry.platformFeesCents, 0)
  const kept = sum(({ kind: posted }) => posted === 'capture' || posted === 'fee_correction')
  const returned = -sum(({ kind: posted }) => posted === 'fee_refund')
  return kind === 'fee' ? kept : amountCents + (feeRefundedCents - returned)
}
