import { disputesOf } from '../payments/disputes.sql.ts'
import type { Movement, PeriodPage } from '../processors/lists-port.ts'
import {
  type Account,
  entriesOf,
  type KnownPayment,
  laterFacts,
  type Owner,
  type Posted,
  paymentsOf,
  refundsKnown,
} from './books.sql.ts'
import { compareDispute, compareFee, compareRefund } from './difference.ts'
import { type Found, findingsOf, pagesOf, type Step, type Walk } from './step.ts'
import { bookedFor, Totals } from './totals.ts'

/** All money that moved on an account in the period, and what the ledger says moved. */
export async function* walkMovements(current: Walk, account: Account): AsyncGenerator<Step> {
  const progress = { merchantId: account.merchantId, step: 'movements' } as const
  const totals = new Totals()
  const seen = new Set<string>()
  let found = 0
  const list = (page: PeriodPage) => current.processor.listMovements(account.accountId, page)
  for await (const { items } of pagesOf(current, list)) {
    const findings = await compareMovements(current, account, items, totals)
    for (const { refund, dispute } of items) {
      const id = refund?.processorRefundId ?? dispute?.processorDisputeId
      if (id !== undefined) seen.add(id)
    }
    found += findings.length
    yield { progress, findings, counts: { movements: items.length } }
  }
  const astray = await comparePosted(current, account, seen)
  found += astray.length
  yield {
    progress,
    findings: [...astray, ...(found > 0 ? [] : differingTotals(current, account, totals))],
    totals: totals.of(account),
  }
}

const entriesDiffer = 'No payment differs, so its entries do: svcpay ledger verify names them.'

/** Sums that differ although nothing else does. */
export function differingTotals({ run }: Walk, owner: Owner, totals: Totals): Found[] {
  return totals
    .of(owner)
    .filter(({ processorCents, ledgerCents }) => processorCents !== ledgerCents)
    .map(({ merchantId, currency, kind, processorCents, ledgerCents }) => ({
      merchantId,
      paymentId: null,
      processorPaymentId: '',
      kind: 'total',
      what: 'amount',
      objectId: `${currency} ${kind}`,
      currency,
      ours: String(ledgerCents),
      theirs: String(processorCents),
      fixed: false,
      note: run.fix ? entriesDiffer : null,
    }))
}

/** Movements of payments that this service did not make are none of its business. */
export async function compareMovements(
  current: Walk,
  owner: Owner,
  items: Movement[],
  totals: Totals,
): Promise<Found[]> {
  const { db } = current.deps
  const { merchantId } = owner
  const processorIds = [...new Set(items.map(({ processorPaymentId }) => processorPaymentId))]
  const payments = await paymentsOf(db, owner, processorIds)
  const paymentIds = [...payments.values()].map(({ paymentId }) => paymentId)
  if (paymentIds.length === 0) return []
  const refunds = items.some(({ refund }) => refund)
    ? await refundsKnown(db, merchantId, paymentIds)
    : new Map()
  const disputes = items.some(({ dispute }) => dispute) ? await disputesOf(db, merchantId, paymentIds) : []
  const isKnown = (payment: KnownPayment, { refund, dispute, fee }: Movement) => {
    if (fee) return compareFee(payment, { fee }).length === 0
    if (refund) return compareRefund(refunds.get(refund.processorRefundId) ?? null, refund).length === 0
    if (!dispute) return true
    const id = dispute.processorDisputeId
    const known = disputes.find(one => one.processorDisputeId === id) ?? null
    return compareDispute(id, known, dispute).length === 0
  }
  const booked = await bookings(current, owner, items, payments)
  const suspects = new Map<KnownPayment, Set<string>>()
  for (const movement of items) {
    const payment = payments.get(movement.processorPaymentId)
    if (!payment) continue
    const agrees = booked(movement) === movement.amountCents && isKnown(payment, movement)
    if (agrees) continue
    const disputeIds = suspects.get(payment) ?? new Set()
    if (movement.dispute) disputeIds.add(movement.dispute.processorDisputeId)
    suspects.set(payment, disputeIds)
  }
  const findings: Found[] = []
  for (const [payment, disputeIds] of suspects) {
    findings.push(...(await findingsOf(current, owner, payment, disputeIds)))
  }
  const isFixed = findings.some(({ fixed }) => fixed)
  const after = isFixed ? await bookings(current, owner, items, payments) : booked
  for (const movement of items) {
    if (payments.has(movement.processorPaymentId)) totals.add(movement, after(movement))
  }
  return findings
}

/** What the ledger has for each movement. Returned fees of one payment are posted as a total, so that the first tells. */
async function bookings(
  { deps }: Walk,
  { merchantId }: Owner,
  items: Movement[],
  payments: Map<string, KnownPayment>,
): Promise<(movement: Movement) => number> {
  const ids = [...payments.values()].map(({ paymentId }) => paymentId)
  const entries = new Map<string, Posted[]>()
  for (const entry of await entriesOf(deps.db, merchantId, ids)) {
    const posted = entries.get(entry.paymentId)
    if (posted) posted.push(entry)
    else entries.set(entry.paymentId, [entry])
  }
  const cents = new Map<Movement, number>()
  const told = new Set<string>()
  for (const movement of items) {
    const payment = payments.get(movement.processorPaymentId)
    if (!payment) continue
    const isTold = movement.kind === 'fee_refund' && told.has(payment.paymentId)
    const posted = entries.get(payment.paymentId) ?? []
    cents.set(movement, isTold ? movement.amountCents : bookedFor(movement, payment, posted))
    if (movement.kind === 'fee_refund') told.add(payment.paymentId)
  }
  return movement => cents.get(movement) ?? 0
}

/** What was posted in the period without a movement in it: news of an earlier day, or of nothing. */
async function comparePosted(current: Walk, owner: Owner, seen: Set<string>): Promise<Found[]> {
  const { run, deps, feeReturned } = current
  const facts = await laterFacts(deps.db, owner, { from: run.fromAt, to: run.toAt })
  const astray = new Map<string, (typeof facts)[number]>()
  for (const posted of facts) {
    const isFee = posted.fact.startsWith('fee_refund:')
    const id = posted.fact.slice(posted.fact.lastIndexOf(':') + 1)
    const isSeen = isFee ? feeReturned.has(posted.processorPaymentId) : seen.has(id)
    if (!isSeen) astray.set(posted.paymentId, posted)
  }
  const findings: Found[] = []
  for (const payment of astray.values()) findings.push(...(await findingsOf(current, owner, payment)))
  return findings
}
