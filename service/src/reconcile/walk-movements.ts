import { grouped } from '../grouped.ts'
import { disputesOf } from '../payments/disputes.sql.ts'
import type { Movement, PeriodPage } from '../processors/lists-port.ts'
import {
  type Account,
  entriesOf,
  type KnownPayment,
  laterFacts,
  type Owner,
  type PaymentKey,
  paymentsOf,
  refundsKnown,
} from './books.sql.ts'
import { compareDispute, compareFee, compareRefund, type Found } from './difference.ts'
import { findingsOf } from './examine.ts'
import { pagesOf, type Step, type Walk } from './step.ts'
import { strayFindings } from './strays.ts'
import { bookedFor, movedBy, Totals } from './totals.ts'
import { isSettled } from './walk-payments.ts'

/** Payments by the processor's ids. */
type Known = Map<string, KnownPayment>

/** All money that moved on an account in the period, compared with the ledger. */
export async function* walkMovements(current: Walk, account: Account): AsyncGenerator<Step> {
  const progress = { merchantId: account.merchantId, step: 'movements' } as const
  const totals = new Totals()
  const seen = new Set<string>()
  const list = (page: PeriodPage) => current.processor.listMovements(account.accountId, page)
  for await (const { items } of pagesOf(current, list)) {
    const findings = await compareMovements(current, account, items, totals)
    for (const { refund, dispute } of items) {
      const id = refund?.processorRefundId ?? dispute?.processorDisputeId
      if (id !== undefined) seen.add(id)
    }
    yield { progress, findings, counts: { movements: items.length } }
  }
  yield { progress, findings: await comparePosted(current, account, seen), totals: totals.of(account) }
}

/** Ignores payments that this service did not make. */
export async function compareMovements(current: Walk, owner: Account, items: Movement[], totals: Totals) {
  const { db } = current.deps
  const { merchantId } = owner
  const processorIds = [...new Set(items.map(({ processorPaymentId }) => processorPaymentId))]
  const payments = await paymentsOf(db, owner, processorIds)
  const forgotten = await forgottenIn(current, owner, items, payments)
  const paymentIds = [...payments.values()].map(({ paymentId }) => paymentId)
  if (paymentIds.length === 0) return forgotten
  const isRefunded = items.some(({ refund }) => refund)
  const refunds = isRefunded ? await refundsKnown(db, merchantId, paymentIds) : new Map()
  const isDisputed = items.some(({ dispute }) => dispute)
  const disputes = await disputesOf(db, isDisputed ? [...payments.values()] : [])
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
  const differing = new Set<string>()
  for (const [payment, disputeIds] of suspects) {
    const found = await findingsOf(current, payment, disputeIds)
    findings.push(...found)
    if (found.some(({ fixed }) => !fixed)) differing.add(payment.processorPaymentId)
  }
  const after = suspects.size > 0 ? await bookings(current, owner, items, payments) : booked
  for (const movement of items) {
    const payment = payments.get(movement.processorPaymentId)
    if (!payment) continue
    totals.add(movement, after(movement))
    if (after(movement) !== movement.amountCents && !differing.has(payment.processorPaymentId))
      findings.push(wronglyPosted(current, payment, movement, after(movement)))
  }
  return [...forgotten, ...findings]
}

/** Money that moved on sealed payments that are unknown here. */
async function forgottenIn(current: Walk, owner: Account, items: Movement[], known: Known) {
  const strays = items.flatMap(({ ownPaymentId: paymentId, amountCents: cents, createdAt, ...movement }) => {
    const { kind, processorPaymentId, currency } = movement
    const isOwn = paymentId !== undefined && (kind === 'payment' || kind === 'fee')
    if (!isOwn || known.has(processorPaymentId) || !isSettled(current, createdAt)) return []
    return [{ kind, processorPaymentId, paymentId, currency, cents, isSealed: true, isCanceled: false }]
  })
  return await strayFindings(current, owner, strays)
}

/** The payment matches the processor, but its entries do not. */
function wronglyPosted({ run }: Walk, payment: PaymentKey, movement: Movement, ours: number): Found {
  const { merchantId, paymentId, processorPaymentId } = payment
  const { kind, objectId, currency, amountCents } = movedBy(movement)
  return {
    ...{ merchantId, paymentId, processorPaymentId, kind, objectId, currency },
    what: 'posted',
    ours: String(ours),
    theirs: String(amountCents),
    fixed: false,
    reason: run.fix ? 'Entries are never changed. To find the fault, run svcpay ledger verify.' : null,
  }
}

/**
 * The ledger's amount for each movement. A capture can move in two parts, and returned fees are posted as a total, so
 * the first movement of a payment is compared with the ledger and the others count as equal.
 */
async function bookings({ deps }: Walk, { merchantId }: Owner, items: Movement[], payments: Known) {
  const ids = [...payments.values()].map(({ paymentId }) => paymentId)
  const entries = grouped(await entriesOf(deps.db, merchantId, ids), ({ paymentId }) => paymentId)
  const cents = new Map<Movement, number>()
  const compared = new Set<string>()
  for (const movement of items) {
    const payment = payments.get(movement.processorPaymentId)
    if (!payment) continue
    const { kind, amountCents } = movement
    const key = `${kind} ${payment.paymentId}`
    const booked = bookedFor(movedBy(movement), payment, entries.get(payment.paymentId) ?? [])
    const others = kind === 'payment' ? otherParts(items, movement) : 0
    cents.set(movement, compared.has(key) ? amountCents : booked - others)
    if (kind === 'fee_refund' || kind === 'payment') compared.add(key)
  }
  return (movement: Movement) => cents.get(movement) ?? 0
}

function otherParts(items: Movement[], { processorPaymentId, amountCents: firstCents }: Movement): number {
  return items
    .filter(one => one.kind === 'payment' && one.processorPaymentId === processorPaymentId)
    .reduce((total, { amountCents }) => total + amountCents, -firstCents)
}

/** Entries posted in the period without a movement in it: a late event of an earlier day, or a fault. */
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
  for (const payment of astray.values()) findings.push(...(await findingsOf(current, payment)))
  return findings
}
