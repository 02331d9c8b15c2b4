import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { RefundId } from '../../src/ids.ts'
import type { Entry } from '../../src/ledger/entries.ts'
import { applySnapshot } from '../../src/payments/apply-snapshot.ts'
import { canReach, type Refund, type Trust, transitions } from '../../src/payments/payment.ts'
import type { FeeSnapshot, IntentStatus, PaymentSnapshot, RefundSnapshot } from '../../src/processors/port.ts'
import { runs } from '../support/runs.ts'
import { newPayment, reservation, snapshotOf } from './snapshots.ts'

/** The history of a payment at the processor: a possible report at each moment, the last one with its current state. */
interface Life {
  reserved: Refund[]
  snapshots: PaymentSnapshot[]
}

const openMoves = (from: IntentStatus) =>
  transitions[from].filter((to): to is IntentStatus => to !== 'partially_refunded' && to !== 'refunded')

/** A payment that is still open can also keep its status while its terms change. */
const anIntentPath: fc.Arbitrary<IntentStatus[]> = fc.array(fc.nat(), { maxLength: 6 }).map(choices => {
  const path: IntentStatus[] = ['requires_payment_method']
  for (const choice of choices) {
    const from = path.at(-1) ?? 'canceled'
    const next = openMoves(from)
    if (from === 'succeeded' || next.length === 0) break
    path.push(next[choice % (next.length + 1)] ?? from)
  }
  return path
})

/** The terms that can be changed at the processor until the payment is captured. */
const anAsked = fc.record({
  amountCents: fc.integer({ min: 9_500, max: 11_000 }),
  feeCents: fc.constantFrom(0, 50, 133),
  currency: fc.constantFrom('usd', 'jpy'),
  captureMethod: fc.constantFrom('automatic', 'manual'),
})

const aRefund = fc.record({
  amountCents: fc.integer({ min: 1, max: 900 }),
  returnsFee: fc.boolean(),
  saysFee: fc.boolean(),
  ours: fc.boolean(),
  states: fc.subarray(['pending', 'succeeded', 'failed'] as const, { minLength: 1 }),
})

const aLife: fc.Arbitrary<Life> = fc
  .record({
    path: anIntentPath,
    asked: fc.array(anAsked, { minLength: 7, maxLength: 7 }),
    capturedCents: fc.integer({ min: 9_000, max: 9_500 }),
    refunds: fc.array(aRefund, { maxLength: 8 }),
  })
  .map(({ path, asked, capturedCents, refunds }) => {
    const snapshots = path.map((status, i) => {
      if (status === 'succeeded') return snapshotOf(status, { ...asked[i], capturedCents, refunds: [] })
      const isStepBack = status === 'requires_payment_method' && i > 0
      const failure = isStepBack ? { code: `declined_${i}`, message: 'no' } : null
      return snapshotOf(status, { ...asked[i], failure })
    })
    const reserved: Refund[] = []
    const made: RefundSnapshot[] = []
    const fee: FeeSnapshot = { amountCents: 120, refundedCents: 0 }
    const paid = snapshots.at(-1)
    if (paid?.status !== 'succeeded') return { reserved, snapshots }
    for (const [i, refund] of refunds.entries()) {
      const refundId = refund.ours ? (`svcrf_${i}` as RefundId) : null
      if (refundId) reserved.push(reservation(refundId, refund.amountCents, refund.returnsFee))
      for (const state of refund.states) {
        made[i] = { processorRefundId: `re_${i}`, refundId, amountCents: refund.amountCents, state }
        if (refund.returnsFee && state === refund.states[0]) fee.refundedCents += 10
        const said = refund.saysFee || i === refunds.length - 1 ? { fee: { ...fee } } : {}
        snapshots.push({ ...paid, refunds: [...made], ...said })
      }
    }
    return { reserved, snapshots }
  })

/** Keeps payment, refunds and ledger as the service does: facts are posted once, statuses follow the table. */
function keeper(life: Life) {
  let payment = newPayment
  let refunds = life.reserved
  const ledger = new Map<string, Entry>()
  let now = life.snapshots.at(-1) ?? snapshotOf('requires_payment_method')
  let made = 0
  const newRefundId = () => `svcrf_elsewhere_${made++}` as RefundId
  const take = (snapshot: PaymentSnapshot, trust: Trust) => {
    const applied = applySnapshot(payment, refunds, snapshot, trust, newRefundId)
    // if even a reading is doubtful, a later report has to decide
    if (applied.kind === 'doubtful' && trust === 'report') take(now, 'reading')
    if (applied.kind !== 'applied') return
    const { status } = applied.payment
    if (status !== payment.status) assert(canReach(payment.status, status), `${payment.status} to ${status}`)
    payment = { ...applied.payment, version: payment.version + 1 }
    for (const refund of applied.refunds ?? []) {
      const at = refunds.findIndex(({ refundId }) => refundId === refund.refundId)
      refunds = at === -1 ? [...refunds, refund] : refunds.with(at, refund)
    }
    for (const entry of applied.entries ?? []) {
      const posted = ledger.get(entry.fact)
      if (!posted) ledger.set(entry.fact, entry)
      else if (entry.kind !== 'capture') assert.deepEqual(entry, posted)
    }
  }
  const result = () => {
    const { version: _, ...state } = payment
    const entries = [...ledger.values()]
    // the single changes of the fee depend on the order of reports, but the fee that is kept does not
    const isFeeMove = ({ kind }: Entry) =>
      kind === 'fee_refund' || kind === 'fee_correction' || kind === 'capture'
    const feeMoves = entries.filter(isFeeMove)
    const facts = entries.filter(entry => !isFeeMove(entry)).sort(byFact)
    return { payment: state, refunds: named(refunds), facts, feeMoves }
  }
  const atMoment = (moment: number) => {
    now = life.snapshots[Math.min(moment, life.snapshots.length - 1)] ?? now
  }
  return { take, result, atMoment }
}

const endOf = ({ result }: ReturnType<typeof keeper>) => {
  const { feeMoves, ...end } = result()
  return { ...end, feeKept: feeMoves.reduce((total, entry) => total + entry.platformFeesCents, 0) }
}
const byFact = (a: Entry, b: Entry) => (a.fact < b.fact ? -1 : 1)
const named = (refunds: Refund[]) =>
  refunds
    .map(({ refundId: _, ...refund }) => refund)
    .sort((a, b) => String(a.processorRefundId).localeCompare(String(b.processorRefundId)))

describe('applying the processor’s reports', () => {
  it('ends the same in any order, with repetition and loss, once the current state was read', () => {
    fc.assert(
      fc.property(aLife, fc.array(fc.nat(), { maxLength: 40 }), (life, picks) => {
        const orderly = keeper(life)
        for (const snapshot of life.snapshots) orderly.take(snapshot, 'report')
        const chaotic = keeper(life)
        for (const pick of picks) {
          const snapshot = life.snapshots[pick % life.snapshots.length]
          if (snapshot) chaotic.take(snapshot, 'report')
        }
        const present = life.snapshots.at(-1)
        if (!present) return
        orderly.take(present, 'reading')
        chaotic.take(present, 'reading')
        assert.deepEqual(endOf(chaotic), endOf(orderly))
      }),
      { numRuns: runs(500) },
    )
  })

  it('ends in the current state once every report has arrived, with readings only if a report may be late', () => {
    const aDelay = fc.nat({ max: 8 })
    const delays = fc.array(fc.array(aDelay, { minLength: 1, maxLength: 3 }), {
      minLength: 40,
      maxLength: 40,
    })
    fc.assert(
      fc.property(aLife, delays, (life, delaysOf) => {
        const arrivals = life.snapshots
          .flatMap((snapshot, i) => delaysOf[i]?.map(delay => ({ snapshot, moment: i + delay })) ?? [])
          .sort((a, b) => a.moment - b.moment)
        const late = keeper(life)
        for (const { snapshot, moment } of arrivals) {
          late.atMoment(moment)
          late.take(snapshot, 'report')
        }
        const orderly = keeper(life)
        for (const [moment, snapshot] of life.snapshots.entries()) {
          orderly.atMoment(moment)
          orderly.take(snapshot, 'report')
        }
        assert.deepEqual(endOf(late), endOf(orderly))
        const present = life.snapshots.at(-1)
        if (present && present.status !== 'succeeded') {
          const { status, currency, captureMethod, amountCents, feeCents } = present
          const { payment } = late.result()
          assert.equal(payment.status, status)
          assert.deepEqual([payment.currency, payment.captureMethod], [currency, captureMethod])
          assert.deepEqual([payment.authorizedCents, payment.authorizedFeeCents], [amountCents, feeCents])
        }
      }),
      { numRuns: runs(500) },
    )
  })

  it('keeps the ledger in balance and in agreement with the payment at every step, even with wrong amounts', () => {
    const aReport = fc.record({ pick: fc.nat(), wrongCents: fc.option(fc.integer({ min: 1, max: 2000 })) })
    fc.assert(
      fc.property(aLife, fc.array(aReport, { maxLength: 40 }), (life, reports) => {
        const { take, result } = keeper(life)
        for (const { pick, wrongCents } of reports) {
          const snapshot = life.snapshots[pick % life.snapshots.length]
          const refunds = snapshot?.refunds?.map(refund => ({
            ...refund,
            amountCents: wrongCents ?? refund.amountCents,
          }))
          if (snapshot) take({ ...snapshot, ...(refunds && { refunds }) }, 'report')
          const { payment, facts, feeMoves } = result()
          const ledger = [...facts, ...feeMoves]
          const sum = (leg: (entry: Entry) => number) =>
            ledger.reduce((total, entry) => total + leg(entry), 0)
          const all = sum(e => e.customerCents + e.merchantCents + e.platformFeesCents + e.disputeHoldCents)
          assert.equal(all, 0)
          assert.equal(
            sum(e => e.customerCents),
            payment.refundedCents - payment.capturedCents || 0,
          )
          assert.equal(
            sum(e => e.platformFeesCents),
            payment.feeCents - payment.feeRefundedCents,
          )
          assert(payment.refundedCents <= payment.capturedCents)
        }
      }),
      { numRuns: runs(250) },
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(aLife, life => {
        const { take, result } = keeper(life)
        for (const snapshot of life.snapshots) {
          take(snapshot, 'report')
          const once = result()
          take(snapshot, 'report')
          assert.deepEqual(result(), once)
        }
      }),
    )
  })
})
