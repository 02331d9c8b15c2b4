import { takenCents } from '../payments/dispute.ts'
import type { Movement } from '../processors/lists-port.ts'
import type { KnownPayment, Owner, Posted } from './books.sql.ts'
import type { Total } from './runs.sql.ts'

/** Sums of what moved, by currency and kind: at the processor, and in the ledger for the same movements. */
export class Totals {
  readonly #sums = new Map<string, Total>()

  add({ currency, kind, amountCents }: Movement, ledgerCents: number): void {
    const key = `${currency} ${kind}`
    const sum = this.#sums.get(key) ?? { currency, kind, processorCents: 0, ledgerCents: 0 }
    sum.processorCents += amountCents
    sum.ledgerCents += ledgerCents
    this.#sums.set(key, sum)
  }

  of({ merchantId }: Owner): (Total & { merchantId: string })[] {
    return [...this.#sums.values()].map(sum => ({ ...sum, merchantId }))
  }
}

/**
 * What the ledger has for a movement, whenever it was posted: news can come after midnight. A dispute is compared by all
 * that moved for it, because earlier releases posted sums, and a returned fee by the total, which may be posted in one.
 */
export function bookedFor(movement: Movement, payment: KnownPayment, entries: Posted[]): number {
  const { kind, amountCents, currency, refund, dispute, fee } = movement
  if (currency !== payment.currency && !fee) return 0
  const posted = (fact: string) => entries.find(entry => entry.fact === fact)
  switch (kind) {
    case 'payment':
      return -(posted('capture')?.customerCents ?? 0)
    case 'refund':
      return posted(`refund:${refund?.processorRefundId}`)?.merchantCents ?? 0
    case 'refund_failure':
      return posted(`refund_failed:${refund?.processorRefundId}`)?.merchantCents ?? 0
    case 'dispute':
    case 'dispute_reversal': {
      const ofDispute = entries.filter(({ fact }) => fact.endsWith(`:${dispute?.processorDisputeId}`))
      const booked = ofDispute.reduce((total, { merchantCents }) => total + merchantCents, 0)
      return dispute && booked === -takenCents(dispute) ? amountCents : 0
    }
    case 'fee':
    case 'fee_refund':
      return bookedFee(movement, payment, entries)
  }
}

function bookedFee(
  { kind, amountCents, currency, fee }: Movement,
  payment: KnownPayment,
  entries: Posted[],
): number {
  // taken in another currency, it is told by the payment alone
  if (!fee || currency !== payment.currency) return amountCents
  const sum = (isWanted: (entry: Posted) => boolean) =>
    entries.filter(isWanted).reduce((total, entry) => total + entry.platformFeesCents, 0)
  const kept = sum(({ kind: posted }) => posted === 'capture' || posted === 'fee_correction')
  const returned = -sum(({ kind: posted }) => posted === 'fee_refund')
  return kind === 'fee' ? kept : amountCents + (fee.refundedCents - returned)
}
