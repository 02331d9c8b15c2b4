import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MerchantId, PaymentId, RefundId } from '../../src/ids.ts'
import type { Entry } from '../../src/ledger/entries.ts'
import { applySnapshot, type Trust } from '../../src/payments/apply-snapshot.ts'
import {
  canReach,
  type Payment,
  paymentStatuses,
  type Refund,
  transitions,
} from '../../src/payments/payment.ts'
import type { FeeSnapshot, IntentStatus, PaymentSnapshot, RefundSnapshot } from '../../src/processors/port.ts'

const authorizedCents = 10_000
const newPayment: Payment = {
  merchantId: 'mer_1' as MerchantId,
  paymentId: 'svcpay_1' as PaymentId,
  processor: 'sandbox',
  accountId: 'acct_1',
  processorPaymentId: 'pi_1',
  status: 'requires_payment_method',
  currency: 'usd',
  captureMethod: 'manual',
  authorizedCents,
  authorizedFeeCents: 133,
  capturedCents: 0,
  feeCents: 0,
  refundedCents: 0,
  feeRefundedCents: 0,
  disputedCents: 0,
  orderRef: null,
  branch: null,
  customerRef: null,
  description: null,
  failureCode: null,
  failureMessage: null,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
}

const snapshotOf = (status: IntentStatus, more: Partial<PaymentSnapshot> = {}): PaymentSnapshot => ({
  processorPaymentId: 'pi_1',
  status,
  currency: 'usd',
  captureMethod: 'manual',
  amountCents: authorizedCents,
  capturedCents: 0,
  feeCents: 133,
  failure: null,
  ...more,
})

/** A life of a payment at the processor: what could be reported at each moment, the last being how it is now. */
interface Life {
  reserved: Refund[]
  snapshots: PaymentSnapshot[]
}

const openMoves = (from: IntentStatus) =>
  transitions[from].filter((to): to is IntentStatus => to !== 'partially_refunded' && to !== 'refunded')

/** Until it ends, a payment can also stay where it is while what is asked for changes. */
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

/** What can be changed at the processor until the payment is captured. */
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

function reservation(refundId: RefundId, amountCents: number, returnsFee: boolean): Refund {
  return {
    refundId,
    processorRefundId: null,
    amountCents,
    returnsFee,
    reason: null,
    state: 'reserved',
    feeUnread: false,
  }
}

/** Keeps payment, refunds and ledger the way the service does: facts are posted once, moves follow the table. */
function keeper(life: Life) {
  let payment = newPayment
  let refunds = life.reserved
  const ledger = new Map<string, Entry>()
  let now = life.snapshots.at(-1) ?? snapshotOf('requires_payment_method')
  let made = 0
  const newRefundId = () => `svcrf_elsewhere_${made++}` as RefundId
  const take = (snapshot: PaymentSnapshot, trust: Trust) => {
    const applied = applySnapshot(payment, refunds, snapshot, { trust, newRefundId })
    if (applied.kind === 'doubtful') take(now, 'reading')
    if (applied.kind !== 'changed') return
    const { status } = applied.payment
    if (status !== payment.status) assert(canReach(payment.status, status), `${payment.status} to ${status}`)
    payment = { ...applied.payment, version: payment.version + 1 }
    for (const refund of applied.refunds) {
      const at = refunds.findIndex(({ refundId }) => refundId === refund.refundId)
      refunds = at === -1 ? [...refunds, refund] : refunds.with(at, refund)
    }
    for (const entry of applied.entries) {
      const posted = ledger.get(entry.fact)
      if (!posted) ledger.set(entry.fact, entry)
      else if (entry.kind !== 'capture') assert.deepEqual(entry, posted)
    }
  }
  const result = () => {
    const { version: _, ...state } = payment
    const entries = [...ledger.values()]
    // how the fee came to be what it is depends on what was heard when; what is kept of it does not
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

describe('taking in what the processor reports', () => {
  it('ends the same in any order, with repetition and loss, once the present state was read', () => {
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
      { numRuns: 2000 },
    )
  })

  it('ends at the present once every report has arrived, read again only where one may be late', () => {
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
      { numRuns: 2000 },
    )
  })

  it('keeps the ledger in balance and in agreement with the payment at every step, and with wrong amounts', () => {
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
      { numRuns: 1000 },
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

  const context = (trust: Trust) => ({ trust, newRefundId: () => 'svcrf_x' as RefundId })

  it.each(paymentStatuses.filter(status => transitions[status].length === 0))('never leaves %s', status => {
    const final = { ...newPayment, status }
    for (const next of ['requires_payment_method', 'processing', 'requires_capture', 'succeeded'] as const) {
      const applied = applySnapshot(final, [], snapshotOf(next, { capturedCents: 1 }), context('reading'))
      expect(applied).toEqual({ kind: 'stale' })
    }
  })

  it('asks the processor when a report about an open payment may be late', () => {
    const processing = { ...newPayment, status: 'processing' as const, version: 2 }
    const back = snapshotOf('requires_payment_method', { failure: { code: 'card_declined', message: 'no' } })
    expect(applySnapshot(processing, [], back, context('report'))).toEqual({ kind: 'doubtful' })
    expect(applySnapshot(processing, [], back, context('reading'))).toMatchObject({
      kind: 'changed',
      payment: { status: 'requires_payment_method', failureCode: 'card_declined' },
    })
  })

  it('learns of a tip, which leaves the fee as it was', () => {
    const tipped = { amountCents: 11_000, capturedCents: 11_000 }
    expect(applySnapshot(newPayment, [], snapshotOf('succeeded', tipped), context('report'))).toMatchObject({
      payment: { authorizedCents: 11_000, capturedCents: 11_000, feeCents: 133 },
      entries: [{ customerCents: -11_000, merchantCents: 10_867, platformFeesCents: 133 }],
    })
  })

  it('takes a payment that names no fee for one without a fee', () => {
    const held = { ...newPayment, status: 'requires_capture' as const, version: 2 }
    const paid = snapshotOf('succeeded', { capturedCents: 5_000, feeCents: 0 })
    expect(applySnapshot(held, [], paid, context('report'))).toMatchObject({
      payment: { capturedCents: 5_000, feeCents: 0 },
      entries: [{ merchantCents: 5_000, platformFeesCents: 0 }],
    })
  })

  it('asks the processor when a report differs about what is held, for what can be captured may change', () => {
    const held = { ...newPayment, status: 'requires_capture' as const, version: 2 }
    const lowered = snapshotOf('requires_capture', { amountCents: 6_000, feeCents: 40 })
    expect(applySnapshot(held, [], lowered, context('report'))).toEqual({ kind: 'doubtful' })
    expect(applySnapshot(held, [], lowered, context('reading'))).toMatchObject({
      payment: { authorizedCents: 6_000, authorizedFeeCents: 40 },
    })
  })

  it('leaves what was captured as it was, whatever the payment names afterwards', () => {
    const renamed = aSnapshot({ currency: 'jpy', feeCents: 0, amountCents: 20_000 })
    expect(applySnapshot(captured, [], renamed, context('reading'))).toEqual({ kind: 'unchanged' })
  })

  const captured: Payment = {
    ...newPayment,
    status: 'succeeded',
    version: 4,
    capturedCents: 10_000,
    feeCents: 300,
  }
  const aSnapshot = (more: Partial<PaymentSnapshot>) =>
    snapshotOf('succeeded', { capturedCents: 10_000, ...more })
  const feeLegs = (entries: Entry[]) =>
    entries
      .filter(({ fact }) => fact.startsWith('fee_'))
      .map(({ fact, platformFeesCents }) => [fact, platformFeesCents])

  it('posts the fee as the processor has taken it, whatever was asked', () => {
    const held = { ...newPayment, status: 'requires_capture' as const }
    expect(applySnapshot(held, [], aSnapshot({ feeCents: 50 }), context('report'))).toMatchObject({
      payment: { feeCents: 50 },
      entries: [{ fact: 'capture', merchantCents: 9_950, platformFeesCents: 50 }],
    })
    const corrected = applySnapshot(
      captured,
      [],
      aSnapshot({ fee: { amountCents: 280, refundedCents: 0 } }),
      context('report'),
    )
    expect(corrected).toMatchObject({ kind: 'changed', payment: { feeCents: 280 } })
    expect(feeLegs(corrected.kind === 'changed' ? corrected.entries : [])).toEqual([
      ['fee_correction:4', -20],
    ])
  })

  it('posts what was returned of the fee as the difference to what it knew, and knows a late report', () => {
    const fee = { amountCents: 300, refundedCents: 120 }
    const returned = applySnapshot(captured, [], aSnapshot({ fee }), context('report'))
    if (returned.kind !== 'changed') throw new Error(returned.kind)
    expect(feeLegs(returned.entries)).toEqual([['fee_refund:4', -120]])
    const late = aSnapshot({ fee: { amountCents: 300, refundedCents: 100 } })
    expect(applySnapshot(returned.payment, [], late, context('report'))).toEqual({ kind: 'unchanged' })
  })

  it('takes from a fee that is held in another currency only which part of it was returned', () => {
    const inYen = (amountCents: number, refundedCents: number) =>
      aSnapshot({ feeCents: 300, fee: { currency: 'jpy', amountCents, refundedCents } })
    const held = { ...newPayment, status: 'requires_capture' as const }
    expect(applySnapshot(held, [], inYen(45, 0), context('reading'))).toMatchObject({
      payment: { feeCents: 300, feeRefundedCents: 0 },
    })
    expect(applySnapshot(captured, [], inYen(45, 0), context('reading'))).toEqual({ kind: 'unchanged' })
    const half = applySnapshot(captured, [], inYen(46, 23), context('reading'))
    expect(feeLegs(half.kind === 'changed' ? half.entries : [])).toEqual([['fee_refund:4', -150]])
    const all = applySnapshot(captured, [], inYen(45, 45), context('reading'))
    expect(feeLegs(all.kind === 'changed' ? all.entries : [])).toEqual([['fee_refund:4', -300]])
  })

  it('leaves the fee returned when the refund fails, until the processor says otherwise', () => {
    const before = { ...captured, feeRefundedCents: 150 }
    const refund: Refund = {
      ...reservation('svcrf_1' as RefundId, 5_000, true),
      state: 'succeeded',
      processorRefundId: 're_1',
    }
    const failed: RefundSnapshot = {
      processorRefundId: 're_1',
      refundId: 'svcrf_1',
      amountCents: 5_000,
      state: 'failed',
    }
    const applied = applySnapshot(
      { ...before, refundedCents: 5_000, status: 'partially_refunded' },
      [refund],
      aSnapshot({ refunds: [failed] }),
      context('report'),
    )
    expect(applied).toMatchObject({
      payment: { status: 'succeeded', refundedCents: 0, feeRefundedCents: 150 },
      refunds: [{ state: 'failed', feeUnread: true }],
    })
  })

  it('does not take the fee as read after a failure by a reading that does not show the failure yet', () => {
    const refund: Refund = {
      ...reservation('svcrf_1' as RefundId, 5_000, true),
      state: 'failed',
      processorRefundId: 're_1',
      feeUnread: true,
    }
    const made = { processorRefundId: 're_1', refundId: 'svcrf_1', amountCents: 5_000 }
    const fee = { amountCents: captured.feeCents, refundedCents: 0 }
    const read = (state: RefundSnapshot['state']) =>
      applySnapshot(captured, [refund], aSnapshot({ refunds: [{ ...made, state }], fee }), context('reading'))
    expect(read('succeeded')).toEqual({ kind: 'unchanged' })
    expect(read('failed')).toMatchObject({ refunds: [{ state: 'failed', feeUnread: false }] })
  })

  it('never takes a released refund back into the reserved', () => {
    const released = { ...reservation('svcrf_1' as RefundId, 500, true), state: 'released' as const }
    const made: RefundSnapshot = {
      processorRefundId: 're_1',
      refundId: 'svcrf_1',
      amountCents: 500,
      state: 'succeeded',
    }
    expect(applySnapshot(captured, [released], aSnapshot({ refunds: [] }), context('reading'))).toEqual({
      kind: 'unchanged',
    })
    expect(
      applySnapshot(captured, [released], aSnapshot({ refunds: [made] }), context('reading')),
    ).toMatchObject({
      refunds: [{ refundId: 'svcrf_1', state: 'succeeded' }],
    })
  })

  it('takes a refund that carries the id of another for one of its own', () => {
    const ours: Refund = {
      ...reservation('svcrf_1' as RefundId, 500, true),
      state: 'succeeded',
      processorRefundId: 're_1',
    }
    const copy: RefundSnapshot = {
      processorRefundId: 're_2',
      refundId: 'svcrf_1',
      amountCents: 500,
      state: 'succeeded',
    }
    expect(
      applySnapshot(
        { ...captured, status: 'partially_refunded', refundedCents: 500 },
        [ours],
        aSnapshot({ refunds: [copy] }),
        context('reading'),
      ),
    ).toMatchObject({
      payment: { refundedCents: 1_000 },
      refunds: [{ refundId: 'svcrf_x', processorRefundId: 're_2' }],
    })
    const begun = reservation('svcrf_1' as RefundId, 700, true)
    expect(
      applySnapshot(captured, [begun], aSnapshot({ refunds: [copy] }), context('reading')),
    ).toMatchObject({
      refunds: [{ refundId: 'svcrf_x', amountCents: 500 }],
    })
  })

  it('asks the processor when refunds add up to more than was captured', () => {
    const first: Refund = {
      ...reservation('svcrf_1' as RefundId, 8_000, true),
      state: 'succeeded',
      processorRefundId: 're_1',
    }
    const second: RefundSnapshot = {
      processorRefundId: 're_2',
      refundId: null,
      amountCents: 8_000,
      state: 'succeeded',
    }
    const before = { ...captured, status: 'partially_refunded' as const, refundedCents: 8_000 }
    expect(applySnapshot(before, [first], aSnapshot({ refunds: [second] }), context('report'))).toEqual({
      kind: 'doubtful',
    })
  })
})
