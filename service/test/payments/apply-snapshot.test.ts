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
import type { IntentStatus, PaymentSnapshot, RefundSnapshot } from '../../src/processors/port.ts'

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
  amountCents: authorizedCents,
  capturedCents: 0,
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

const anIntentPath: fc.Arbitrary<IntentStatus[]> = fc.array(fc.nat(), { maxLength: 6 }).map(choices => {
  const path: IntentStatus[] = ['requires_payment_method']
  for (const choice of choices) {
    const next = openMoves(path.at(-1) ?? 'canceled')
    const to = next[choice % Math.max(1, next.length)]
    if (!to) break
    path.push(to)
  }
  return path
})

const aRefund = fc.record({
  amountCents: fc.integer({ min: 1, max: 900 }),
  feeCents: fc.integer({ min: 0, max: 9 }),
  ours: fc.boolean(),
  states: fc.subarray(['pending', 'succeeded', 'failed'] as const, { minLength: 1 }),
})

const aLife: fc.Arbitrary<Life> = fc
  .record({
    path: anIntentPath,
    capturedCents: fc.integer({ min: 9_000, max: authorizedCents }),
    refunds: fc.array(aRefund, { maxLength: 8 }),
  })
  .map(({ path, capturedCents, refunds }) => {
    const snapshots = path.map((status, i) => {
      if (status === 'succeeded') return snapshotOf(status, { capturedCents, refunds: [] })
      const isStepBack = status === 'requires_payment_method' && i > 0
      return snapshotOf(status, isStepBack ? { failure: { code: `declined_${i}`, message: 'no' } } : {})
    })
    const reserved: Refund[] = []
    const made: RefundSnapshot[] = []
    if (path.at(-1) !== 'succeeded') return { reserved, snapshots }
    for (const [i, refund] of refunds.entries()) {
      const refundId = refund.ours ? (`svcrf_${i}` as RefundId) : null
      if (refundId) reserved.push(reservation(refundId, refund.amountCents, refund.feeCents))
      for (const state of refund.states) {
        made[i] = { processorRefundId: `re_${i}`, refundId, amountCents: refund.amountCents, state }
        snapshots.push(snapshotOf('succeeded', { capturedCents, refunds: [...made] }))
      }
    }
    return { reserved, snapshots }
  })

function reservation(refundId: RefundId, amountCents: number, feeCents: number): Refund {
  const returnsFee = feeCents > 0
  return {
    refundId,
    processorRefundId: null,
    amountCents,
    feeCents,
    returnsFee,
    reason: null,
    state: 'reserved',
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
    if (status !== payment.status) expect(canReach(payment.status, status)).toBe(true)
    payment = { ...applied.payment, version: payment.version + 1 }
    refunds = applied.refunds
    for (const entry of applied.entries) {
      const posted = ledger.get(entry.fact)
      if (posted) expect(entry).toEqual(posted)
      else ledger.set(entry.fact, entry)
    }
  }
  const result = () => {
    const { version: _, ...state } = payment
    return { payment: state, refunds: named(refunds), ledger: [...ledger.values()].sort(byFact) }
  }
  const atMoment = (moment: number) => {
    now = life.snapshots[Math.min(moment, life.snapshots.length - 1)] ?? now
  }
  return { take, result, atMoment }
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
        expect(chaotic.result()).toEqual(orderly.result())
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
        expect(late.result()).toEqual(orderly.result())
        const present = life.snapshots.at(-1)
        if (present && present.status !== 'succeeded') {
          expect(late.result().payment.status).toBe(present.status)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps the ledger in balance and in agreement with the payment at every step', () => {
    fc.assert(
      fc.property(aLife, fc.array(fc.nat(), { maxLength: 40 }), (life, picks) => {
        const { take, result } = keeper(life)
        for (const pick of picks) {
          const snapshot = life.snapshots[pick % life.snapshots.length]
          if (snapshot) take(snapshot, 'report')
          const { payment, ledger } = result()
          const sum = (leg: (entry: Entry) => number) =>
            ledger.reduce((total, entry) => total + leg(entry), 0)
          expect(sum(e => e.customerCents + e.merchantCents + e.platformFeesCents + e.disputeHoldCents)).toBe(
            0,
          )
          expect(sum(e => e.customerCents)).toBe(payment.refundedCents - payment.capturedCents || 0)
          expect(sum(e => e.platformFeesCents)).toBe(payment.feeCents - payment.feeRefundedCents)
          expect(payment.refundedCents).toBeLessThanOrEqual(payment.capturedCents)
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
          expect(result()).toEqual(once)
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

  it('scales the fee to a partial capture, half up', () => {
    const held = { ...newPayment, status: 'requires_capture' as const }
    const captured = applySnapshot(
      held,
      [],
      snapshotOf('succeeded', { capturedCents: 5_000 }),
      context('report'),
    )
    expect(captured).toMatchObject({ payment: { capturedCents: 5_000, feeCents: 67 } })
  })
})
