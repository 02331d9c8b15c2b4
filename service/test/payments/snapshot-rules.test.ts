import { describe, expect, it } from 'vitest'
import type { RefundId } from '../../src/ids.ts'
import { applySnapshot, type Effect } from '../../src/payments/apply-snapshot.ts'
import { type Payment, paymentStatuses, type Refund, transitions } from '../../src/payments/payment.ts'
import type { PaymentSnapshot, RefundSnapshot } from '../../src/processors/port.ts'
import { newPayment, reservation, snapshotOf } from './snapshots.ts'

const aNewId = expect.stringMatching(/^svcrf_\w{26}$/)

const captured: Payment = {
  ...newPayment,
  status: 'succeeded',
  version: 4,
  capturedCents: 10_000,
  feeCents: 300,
}
const aSnapshot = (more: Partial<PaymentSnapshot>) =>
  snapshotOf('succeeded', { capturedCents: 10_000, ...more })
const feeLegs = (effect: Effect) =>
  (effect.kind === 'applied' ? (effect.entries ?? []) : [])
    .filter(({ fact }) => fact.startsWith('fee_'))
    .map(({ fact, platformFeesCents }) => [fact, platformFeesCents])

describe('rules for applying the processor’s reports', () => {
  it.each(paymentStatuses.filter(status => transitions[status].length === 0))('never leaves %s', status => {
    const final = { ...newPayment, status }
    for (const next of ['requires_payment_method', 'processing', 'requires_capture', 'succeeded'] as const) {
      const applied = applySnapshot(final, [], snapshotOf(next, { capturedCents: 1 }), 'reading')
      expect(applied).toEqual({ kind: 'stale' })
    }
  })

  it('asks the processor when a report about an open payment may be late', () => {
    const processing = { ...newPayment, status: 'processing' as const, version: 2 }
    const back = snapshotOf('requires_payment_method', { failure: { code: 'card_declined', message: 'no' } })
    expect(applySnapshot(processing, [], back, 'report')).toEqual({ kind: 'doubtful' })
    expect(applySnapshot(processing, [], back, 'reading')).toMatchObject({
      kind: 'applied',
      payment: { status: 'requires_payment_method', failureCode: 'card_declined' },
    })
  })

  it('adopts a tip, which does not change the fee', () => {
    const tipped = { amountCents: 11_000, capturedCents: 11_000 }
    expect(applySnapshot(newPayment, [], snapshotOf('succeeded', tipped), 'report')).toMatchObject({
      payment: { authorizedCents: 11_000, capturedCents: 11_000, feeCents: 133 },
      entries: [{ customerCents: -11_000, merchantCents: 10_867, platformFeesCents: 133 }],
    })
  })

  it('reads a payment that names no fee as one without a fee', () => {
    const held = { ...newPayment, status: 'requires_capture' as const, version: 2 }
    const paid = snapshotOf('succeeded', { capturedCents: 5_000, feeCents: 0 })
    expect(applySnapshot(held, [], paid, 'report')).toMatchObject({
      payment: { capturedCents: 5_000, feeCents: 0 },
      entries: [{ merchantCents: 5_000, platformFeesCents: 0 }],
    })
  })

  it('asks the processor if a report differs about the authorization, because it can change', () => {
    const held = { ...newPayment, status: 'requires_capture' as const, version: 2 }
    const lowered = snapshotOf('requires_capture', { amountCents: 6_000, feeCents: 40 })
    expect(applySnapshot(held, [], lowered, 'report')).toEqual({ kind: 'doubtful' })
    expect(applySnapshot(held, [], lowered, 'reading')).toMatchObject({
      payment: { authorizedCents: 6_000, authorizedFeeCents: 40 },
    })
  })

  it('does not change the captured amount, whatever the payment names afterwards', () => {
    const renamed = aSnapshot({ currency: 'jpy', feeCents: 0, amountCents: 20_000 })
    expect(applySnapshot(captured, [], renamed, 'reading')).toEqual({ kind: 'unchanged' })
  })

  it('posts the fee that the processor has taken, whatever was requested', () => {
    const held = { ...newPayment, status: 'requires_capture' as const }
    expect(applySnapshot(held, [], aSnapshot({ feeCents: 50 }), 'report')).toMatchObject({
      payment: { feeCents: 50 },
      entries: [{ fact: 'capture', merchantCents: 9_950, platformFeesCents: 50 }],
    })
    const corrected = applySnapshot(
      captured,
      [],
      aSnapshot({ fee: { amountCents: 280, refundedCents: 0 } }),
      'report',
    )
    expect(corrected).toMatchObject({ kind: 'applied', payment: { feeCents: 280 } })
    expect(feeLegs(corrected)).toEqual([['fee_correction:4', -20]])
  })

  it('posts the newly returned part of the fee, and recognizes a late report', () => {
    const fee = { amountCents: 300, refundedCents: 120 }
    const returned = applySnapshot(captured, [], aSnapshot({ fee }), 'report')
    if (returned.kind !== 'applied') throw new Error(returned.kind)
    expect(feeLegs(returned)).toEqual([['fee_refund:4', -120]])
    const late = aSnapshot({ fee: { amountCents: 300, refundedCents: 100 } })
    expect(applySnapshot(returned.payment, [], late, 'report')).toEqual({ kind: 'unchanged' })
  })

  it('takes only the returned share from a fee in another currency', () => {
    const inYen = (amountCents: number, refundedCents: number) =>
      aSnapshot({ feeCents: 300, fee: { currency: 'jpy', amountCents, refundedCents } })
    const held = { ...newPayment, status: 'requires_capture' as const }
    expect(applySnapshot(held, [], inYen(45, 0), 'reading')).toMatchObject({
      payment: { feeCents: 300, feeRefundedCents: 0 },
    })
    expect(applySnapshot(captured, [], inYen(45, 0), 'reading')).toEqual({ kind: 'unchanged' })
    const half = applySnapshot(captured, [], inYen(46, 23), 'reading')
    expect(feeLegs(half)).toEqual([['fee_refund:4', -150]])
    const all = applySnapshot(captured, [], inYen(45, 45), 'reading')
    expect(feeLegs(all)).toEqual([['fee_refund:4', -300]])
  })

  it('leaves the fee returned if the refund fails, until the processor reports otherwise', () => {
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
      'report',
    )
    expect(applied).toMatchObject({
      payment: { status: 'succeeded', refundedCents: 0, feeRefundedCents: 150 },
      refunds: [{ state: 'failed', feeUnread: true }],
    })
  })

  it('does not count the fee as read after a failure if the reading does not show the failure yet', () => {
    const refund: Refund = {
      ...reservation('svcrf_1' as RefundId, 5_000, true),
      state: 'failed',
      processorRefundId: 're_1',
      feeUnread: true,
    }
    const made = { processorRefundId: 're_1', refundId: 'svcrf_1', amountCents: 5_000 }
    const fee = { amountCents: captured.feeCents, refundedCents: 0 }
    const read = (state: RefundSnapshot['state']) =>
      applySnapshot(captured, [refund], aSnapshot({ refunds: [{ ...made, state }], fee }), 'reading')
    expect(read('succeeded')).toEqual({ kind: 'unchanged' })
    expect(read('failed')).toMatchObject({ refunds: [{ state: 'failed', feeUnread: false }] })
  })

  it('never turns a released refund back into a reserved one', () => {
    const released = { ...reservation('svcrf_1' as RefundId, 500, true), state: 'released' as const }
    const made: RefundSnapshot = {
      processorRefundId: 're_1',
      refundId: 'svcrf_1',
      amountCents: 500,
      state: 'succeeded',
    }
    expect(applySnapshot(captured, [released], aSnapshot({ refunds: [] }), 'reading')).toEqual({
      kind: 'unchanged',
    })
    expect(applySnapshot(captured, [released], aSnapshot({ refunds: [made] }), 'reading')).toMatchObject({
      refunds: [{ refundId: 'svcrf_1', state: 'succeeded' }],
    })
  })

  it('treats a refund with a copied id as a separate refund', () => {
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
        'reading',
      ),
    ).toMatchObject({
      payment: { refundedCents: 1_000 },
      refunds: [{ refundId: aNewId, processorRefundId: 're_2' }],
    })
    const begun = reservation('svcrf_1' as RefundId, 700, true)
    expect(applySnapshot(captured, [begun], aSnapshot({ refunds: [copy] }), 'reading')).toMatchObject({
      refunds: [{ refundId: aNewId, amountCents: 500 }],
    })
  })

  it('asks the processor if refunds add up to more than the captured amount', () => {
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
    expect(applySnapshot(before, [first], aSnapshot({ refunds: [second] }), 'report')).toEqual({
      kind: 'doubtful',
    })
  })
})
