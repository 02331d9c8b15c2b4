import { expect, test } from 'vitest'
import type { PaymentDetail } from '../src/pages/payments/payment-query.ts'
import { timelineItems } from '../src/pages/payments/timeline-items.ts'

const at = (ms: number) => `2026-03-14T09:26:53.${ms}Z`
const legs = { currency: 'usd', merchantCents: 99, platformFeesCents: 1, customerCents: -100 }
const entry = (kind: string, ms: number) => ({
  ...legs,
  disputeHoldCents: 0,
  kind,
  fact: kind,
  postedAt: at(ms),
})
const event = (type: string, ms: number) => ({ id: type, type, receivedAt: at(ms), outcome: 'applied' })
const delivery = (type: string, ms: number) => {
  const attempt = { attempt: 1, startedAt: at(ms + 20), status: 200, error: null, durationMs: 5 }
  return { deliveryId: type, type, createdAt: at(ms), state: 'delivered', attempts: 1, attemptLog: [attempt] }
}

test('an ignored event of a payment is a release, with its amount', () => {
  const payment = {
    operations: [],
    actions: [],
    events: [{ ...event('charge.refunded', 200), outcome: 'ignored' }],
    ledgerEntries: [],
    deliveries: [],
    authorizedCents: 4999,
    capturedCents: 3000,
    currency: 'usd',
  } as unknown as PaymentDetail
  const [item] = timelineItems(payment)
  expect(item).toMatchObject({ badge: { label: 'Released' }, note: expect.stringMatching(/^\$19\.99 /) })
})

test('an event that arrived without a callback URL says so', () => {
  const payment = {
    operations: [],
    actions: [],
    events: [event('payment_intent.succeeded', 200), event('charge.refunded', 100)],
    ledgerEntries: [],
    deliveries: [{ ...delivery('charge.refunded', 100), eventId: event('charge.refunded', 100).id }],
  } as unknown as PaymentDetail
  const notes = timelineItems(payment).flatMap(({ kind, title, note }) =>
    kind === 'event' ? [[title, note]] : [],
  )
  expect(notes).toEqual([
    ['payment_intent.succeeded', 'no callback: no callback URL was set'],
    ['charge.refunded', null],
  ])
})

test('a refund names who requested it', () => {
  const refund = { kind: 'refund', state: 'done', createdAt: at(100) }
  const payment = {
    operations: [
      { ...refund, operationId: 'op_1', idempotencyKey: 'operator:abc', traceId: 'trc_1' },
      { ...refund, operationId: 'op_2', idempotencyKey: 'order-1' },
      { ...refund, operationId: 'op_3', idempotencyKey: 'operator:me', traceId: 'trc_3' },
      { ...refund, operationId: 'op_4', idempotencyKey: 'svck_abc', traceId: null },
    ],
    actions: [{ at: at(100), actor: 'platform', action: 'payment.refund', traceId: 'trc_1', detail: {} }],
    events: [],
    ledgerEntries: [],
    deliveries: [],
  } as unknown as PaymentDetail
  const textsOf = (isPortal: boolean) =>
    timelineItems(payment, isPortal).map(({ title, note }) => [title, note].filter(Boolean).join(', '))
  expect(textsOf(false)).toEqual([
    'Refund requested, by platform',
    'Refund requested, by the merchant’s integration (API), idempotency key order-1',
    'Refund requested, by the merchant’s integration (API), idempotency key operator:me',
    'Refund requested, restored from the processor’s records, which do not say who requested it',
    'platform refunded',
  ])
  expect(textsOf(true)).toEqual([
    'Refund requested, by your platform',
    'Refund requested, by your integration (API), idempotency key order-1',
    'Refund requested, by your integration (API), idempotency key operator:me',
    'Refund requested, restored from the processor’s records, which do not say who requested it',
    'Your platform refunded',
  ])
})

test('everything is in the order of its time; at the same time, the event comes first and the callback last', () => {
  const payment = {
    operations: [
      { operationId: 'op', kind: 'create', state: 'done', createdAt: at(100), idempotencyKey: null },
    ],
    actions: [],
    events: [event('paid', 200), event('disputed', 300)],
    ledgerEntries: [entry('capture', 200), entry('dispute', 321)],
    deliveries: [delivery('paid', 200), delivery('disputed', 300)],
  } as unknown as PaymentDetail
  const items = timelineItems(payment)
  expect(items.find(({ title }) => title === 'Callback queued: paid')?.badge).toBeNull()
  expect(items.find(({ title }) => title === 'Ledger: capture')?.note).toBe(
    'from customer $1.00 to merchant $0.99, platform fees $0.01',
  )
  expect(items.map(({ title }) => title)).toEqual([
    'Ledger: dispute',
    'Callback attempt 1: disputed',
    'Callback queued: disputed',
    'disputed',
    'Callback attempt 1: paid',
    'Callback queued: paid',
    'Ledger: capture',
    'paid',
    'Payment created',
  ])
})

test('a callback has the same names here as on its own page, and its attempts say if they follow a redelivery', () => {
  const dead = delivery('paid', 200)
  const log = [1, 2, 1].map((attempt, index) => ({
    ...dead.attemptLog[0],
    attempt,
    startedAt: at(300 + index),
  }))
  const payment = {
    operations: [],
    actions: [],
    events: [],
    ledgerEntries: [],
    deliveries: [{ ...dead, state: 'dead', attempts: 3, attemptLog: log }],
  } as unknown as PaymentDetail
  const items = timelineItems(payment)
  expect(items.map(({ title }) => title)).toEqual([
    'Callback attempt 1 after redelivery: paid',
    'Callback attempt 2: paid',
    'Callback attempt 1: paid',
    'Callback queued: paid',
  ])
  expect(items.at(-1)?.badge?.label).toBe('Dead letter')
})
