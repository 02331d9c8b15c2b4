import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { seal } from '../../src/crypto.ts'
import { type MerchantId, newOperationId, newRefundId } from '../../src/ids.ts'
import { digestOf } from '../../src/operations/operation.ts'
import { writeChange } from '../../src/payments/change.sql.ts'
import { lockWithRefunds } from '../../src/payments/payments.sql.ts'
import { activityView } from '../support/held-row.ts'
import { newKey, usePaying } from '../support/paying.ts'

const paying = usePaying()

const merchantId = () => paying.merchant.merchantId as MerchantId

/** Waits until a statement of the service waits for a lock of the test. */
const untilSomebodyWaits = () =>
  waitFor(async () => {
    const waiting = await paying.service.db`
      select 1 from ${paying.service.db(activityView())} where datname = current_database() and wait_event_type = 'Lock'`
    expect(waiting).toHaveLength(1)
  })

describe('a refusal', () => {
  it('waits for the transaction that has read the refunds, so that the release is not overwritten', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 1000 })
    await paying.post(`/payments/${id}/capture`)
    await paying.hold('refunds.create')
    const refused = paying.post(`/payments/${id}/refund`, { amountCents: 400 })
    await waitFor(async () => {
      expect(await paying.service.db`select 1 from refunds where payment_id = ${id}`).toHaveLength(1)
    })
    await paying.stripe.refunds.create(
      { payment_intent: intentId },
      { stripeAccount: paying.merchant.accountId },
    )
    await paying.service.db.begin(async tx => {
      const { payment, refunds } = await lockWithRefunds(tx, { merchantId: merchantId(), paymentId: id })
      await paying.clearFaults()
      await untilSomebodyWaits()
      await writeChange(tx, { payment, refunds, source: 'test', at: new Date() })
    })
    expect((await refused).status).toBe(409)
    const states = await paying.service
      .db`select state from refunds where payment_id = ${id} and amount_cents = 400`
    expect([...states]).toEqual([{ state: 'released' }])
  })
})

describe('a refund', () => {
  const statesOf = async (id: string) =>
    (await paying.service.db`select state from refunds where payment_id = ${id}`).map(({ state }) => state)

  it('that was released is reserved again by the next call with its key', async () => {
    const { id } = await paying.pay({ amountCents: 1000 })
    await paying.control('/faults', { operation: 'refunds.create', kind: 'error', status: 400 })
    const refund = () =>
      paying.post(`/payments/${id}/refund`, { amountCents: 400 }, { 'idempotency-key': id })
    expect((await refund()).status).toBe(400)
    expect(await statesOf(id)).toEqual(['released'])
    expect((await refund()).status).toBe(200)
    expect(await statesOf(id)).toEqual(['succeeded'])
  })

  it('with a processor id is neither released nor reserved again by any write', async () => {
    const { id } = await paying.pay({ amountCents: 1000 })
    await paying.post(`/payments/${id}/refund`, { amountCents: 400 })
    for (const state of ['reserved', 'released'] as const) {
      const change = paying.service.db.begin(async tx => {
        const { payment, refunds } = await lockWithRefunds(tx, { merchantId: merchantId(), paymentId: id })
        const changed = refunds.map(refund => ({ ...refund, state }))
        await writeChange(tx, { payment, refunds: changed, source: 'test', at: new Date() })
      })
      await expect(change).rejects.toThrow('check constraint')
      expect(await statesOf(id)).toEqual(['succeeded'])
    }
  })

  it('that is released increments the payment’s version, as its reservation did', async () => {
    const { id } = await paying.pay({ amountCents: 1000 })
    await paying.post(`/payments/${id}/capture`)
    const version = async () => {
      const [row] = await paying.service.db`select version from payments where payment_id = ${id}`
      return row?.version
    }
    const before = await version()
    await paying.control('/faults', { operation: 'refunds.create', kind: 'error', status: 400 })
    await paying.post(`/payments/${id}/refund`, { amountCents: 400 })
    expect(await version()).toBe(before + 2)
  })
})

describe('a call with a key', () => {
  it('replays an answer that was stored under the key while it waited for the payment', async () => {
    const { id } = await paying.pay({ amountCents: 1000 })
    await paying.post(`/payments/${id}/capture`)
    const key = newKey()
    const body = { amountCents: 1000 }
    const text = JSON.stringify({ svcPaymentId: id, status: 'refunded' })
    let waiting: ReturnType<typeof paying.post> | undefined
    await paying.service.db.begin(async tx => {
      const { payment } = await lockWithRefunds(tx, { merchantId: merchantId(), paymentId: id })
      waiting = paying.post(`/payments/${id}/refund`, body, { 'idempotency-key': key })
      await untilSomebodyWaits()
      const operationId = newOperationId()
      await tx`
        insert into operations (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id,
          intent, state, response, created_at)
        values (${merchantId()}, ${operationId}, 'refund', ${key}, ${digestOf({ paymentId: id, body })}, ${id},
          '{}', 'done', ${seal(paying.service.config.encryptionKeys, operationId, text)}, now())`
      const elsewhere = { returnsFee: false, reason: null, state: 'succeeded', feeUnread: false } as const
      const refund = { refundId: newRefundId(), processorRefundId: 're_1', amountCents: 1000 }
      const refunds = [{ ...elsewhere, ...refund }]
      await writeChange(tx, { payment, refunds, source: 'test', at: new Date() })
    })
    const answer = await waiting
    expect([answer?.status, answer?.text]).toEqual([200, text])
    expect(answer?.headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('a refund made elsewhere while one of ours has an unknown outcome', () => {
  it('leaves less than nothing: further refunds wait until that one is decided', async () => {
    const { id, intentId } = await paying.pay({ amountCents: 5000, captureMethod: 'manual' })
    await paying.post(`/payments/${id}/capture`)
    const key = { 'idempotency-key': newKey() }
    await paying.control('/faults', { operation: 'refunds.create', kind: 'reset' })
    expect((await paying.post(`/payments/${id}/refund`, { amountCents: 3000 }, key)).status).toBe(504)
    const elsewhere = await paying.stripe.refunds.create(
      { payment_intent: intentId, amount: 4000 },
      { stripeAccount: paying.merchant.accountId },
    )
    await paying.service.db.begin(async tx => {
      const { payment } = await lockWithRefunds(tx, { merchantId: merchantId(), paymentId: id })
      const refund = { returnsFee: false, reason: null, state: 'succeeded', feeUnread: false } as const
      const ids = { refundId: newRefundId(), processorRefundId: elsewhere.id, amountCents: 4000 }
      const refunds = [{ ...refund, ...ids }]
      await writeChange(tx, { payment, refunds, source: 'test', at: new Date() })
    })
    for (const body of [{}, { amountCents: 100 }]) {
      const answer = await paying.post(`/payments/${id}/refund`, body)
      expect([answer.status, answer.body.title]).toEqual([409, 'In progress'])
    }
    expect((await paying.post(`/payments/${id}/refund`, { amountCents: 3000 }, key)).status).toBe(409)
    expect((await paying.post(`/payments/${id}/refund`, { amountCents: 3000 }, key)).status).toBe(400)
    const { body } = await paying.post(`/payments/${id}/refund`)
    expect(body.status).toBe('refunded')
  })
})

describe('a payment at a processor that is not configured here', () => {
  it('answers 502 and starts nothing', async () => {
    const { id } = await paying.pay({ captureMethod: 'manual' })
    await paying.post(`/payments/${id}/refund`)
    await paying.service.db`update payments set processor = 'former' where payment_id = ${id}`
    const answer = await paying.post(`/payments/${id}/capture`)
    expect([answer.status, answer.body.title]).toEqual([502, 'Processor error'])
    expect(
      await paying.service.db`select 1 from operations where payment_id = ${id} and kind = 'capture'`,
    ).toHaveLength(0)
  })
})

describe('a key that a refusal has freed', () => {
  it('creates a payment dated at its new use', async () => {
    const key = newKey()
    expect((await paying.create({ paymentMethodTypes: ['no_such_method'] }, key)).status).toBe(400)
    await paying.service
      .db`update operations set created_at = now() - interval '2 days' where idempotency_key = ${key}`
    const { body } = await paying.create({}, key)
    const [payment] = await paying.service
      .db`select created_at > now() - interval '1 minute' as today from payments where payment_id = ${body.svcPaymentId}`
    expect(payment).toEqual({ today: true })
  })
})
