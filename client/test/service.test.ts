import { describe, expect, it } from 'vitest'
import { newKey, usePaying } from '../../service/test/support/paying.ts'
import { createSvcpayClient, SvcpayError } from '../src/index.ts'

const paying = usePaying()
const client = (apiKey = paying.merchant.apiKey) =>
  createSvcpayClient({ baseUrl: paying.service.url, apiKey, retryDelayMs: 10 })

const failureOf = async (call: Promise<unknown>): Promise<SvcpayError> => {
  const error = await call.then(
    () => expect.unreachable('the call must fail'),
    error => error,
  )
  expect(error).toBeInstanceOf(SvcpayError)
  return error
}

describe('against the service and the sandbox', () => {
  it('creates a payment once per idempotency key', async () => {
    const body = { amountCents: 4999, orderRef: newKey() }
    const key = { idempotencyKey: body.orderRef }
    const first = await client().createPayment(body, key)
    expect(first).toMatchObject({
      svcPaymentId: expect.stringMatching(/^svcpay_/),
      clientSecret: expect.stringMatching(/^pi_.*_secret_/),
      status: 'requires_payment_method',
      amountCents: 4999,
      connectedAccountId: paying.merchant.accountId,
      publishableKey: paying.sandbox.publishableKey,
    })
    expect(await client().createPayment(body, key)).toEqual(first)
    const conflict = await failureOf(client().createPayment({ ...body, amountCents: 5000 }, key))
    expect(conflict).toMatchObject({ status: 409, code: 'idempotency_conflict' })
  })

  it('gives twenty concurrent callers of one order the same payment', async () => {
    const body = { amountCents: 700, orderRef: newKey() }
    const calls = Array.from({ length: 20 }, () =>
      client().createPayment(body, { idempotencyKey: body.orderRef }),
    )
    const ids = (await Promise.all(calls)).map(({ svcPaymentId }) => svcPaymentId)
    expect(new Set(ids).size).toBe(1)
    expect((await client().listPayments({ orderRef: body.orderRef })).data).toHaveLength(1)
  })

  it('succeeds with one charge when the processor’s answers are lost', async () => {
    // The service itself tries twice before it says that the outcome is unknown.
    await paying.control('/faults', { operation: 'payment_intents.create', kind: 'lost', count: 3 })
    const body = { amountCents: 800, orderRef: newKey() }
    const created = await client().createPayment(body, { idempotencyKey: body.orderRef })
    const intents = await paying.stripe.paymentIntents.list(
      { limit: 100 },
      { stripeAccount: paying.merchant.accountId },
    )
    const ours = intents.data.filter(({ metadata }) => metadata.orderRef === body.orderRef)
    expect(ours.map(({ id }) => id)).toEqual([created.processorPaymentIntentId])
  })

  it('captures a part, refunds a part and then the rest', async () => {
    const { id } = await paying.pay({ captureMethod: 'manual' })
    expect(await client().capturePayment(id, { amountCents: 3000 })).toMatchObject({
      status: 'succeeded',
      amountCents: 3000,
    })
    expect(
      await client().refundPayment(id, { amountCents: 1000, reason: 'requested_by_customer' }),
    ).toMatchObject({ status: 'partially_refunded' })
    expect(await client().refundPayment(id)).toMatchObject({ status: 'refunded' })
    expect(await client().getPayment(id)).toMatchObject({ svcPaymentId: id, status: 'refunded' })
  })

  it('refunds once when the same key is used twice', async () => {
    const { id } = await paying.pay({ captureMethod: 'manual' })
    await client().capturePayment(id)
    const again = () => client().refundPayment(id, { amountCents: 2000 }, { idempotencyKey: `refund-${id}` })
    expect(await again()).toEqual(await again())
    expect(await client().refundPayment(id, { amountCents: 3000 })).toMatchObject({ status: 'refunded' })
  })

  it('cancels, and says why a second cancel is refused', async () => {
    const { svcPaymentId } = await client().createPayment({ amountCents: 100 }, { idempotencyKey: newKey() })
    expect(await client().cancelPayment(svcPaymentId)).toMatchObject({ status: 'canceled' })
    const error = await failureOf(client().capturePayment(svcPaymentId))
    expect(error).toMatchObject({
      status: 409,
      code: 'invalid_state',
      currentStatus: 'canceled',
      allowedFrom: ['requires_capture'],
    })
  })

  it('lists page by page, filtered', async () => {
    const merchant = await paying.addMerchant()
    const own = client(merchant.apiKey)
    const made: string[] = []
    for (const orderRef of ['a', 'b', 'b']) {
      const { svcPaymentId } = await own.createPayment(
        { amountCents: 100, orderRef },
        { idempotencyKey: newKey() },
      )
      made.unshift(svcPaymentId)
    }
    const first = await own.listPayments({ limit: 2 })
    const second = await own.listPayments({ limit: 2, cursor: first.nextCursor ?? '' })
    expect([...first.data, ...second.data].map(({ svcPaymentId }) => svcPaymentId)).toEqual(made)
    expect(second.nextCursor).toBeNull()
    expect((await own.listPayments({ orderRef: 'b', status: 'requires_payment_method' })).data).toHaveLength(
      2,
    )
  })

  it('reads the onboarding status', async () => {
    expect(await client().getOnboardingStatus()).toHaveProperty('onboardingStatus')
  })

  it('names what is wrong with a request, field by field, with the trace id of the log', async () => {
    const error = await failureOf(client().createPayment({ amountCents: 49 }, { idempotencyKey: newKey() }))
    expect(error).toMatchObject({ status: 400, code: 'invalid_request', title: 'Invalid request' })
    expect(error.errors).toEqual([{ path: 'amountCents', message: expect.any(String) }])
    expect(error.message).toMatch(/^POST http:.*\/v1\/payments\/intents: Invalid request: .*amountCents.*50/)
    expect(error.traceId).toBeTruthy()
    expect(paying.service.logged.some(line => line.includes(error.traceId ?? '?'))).toBe(true)
  })

  it('shows nothing of another merchant, and nothing without a key', async () => {
    const { svcPaymentId } = await client().createPayment({ amountCents: 100 }, { idempotencyKey: newKey() })
    const other = await paying.addMerchant()
    expect(await failureOf(client(other.apiKey).getPayment(svcPaymentId))).toMatchObject({ status: 404 })
    expect(await failureOf(client('svc_live_x_y').getPayment(svcPaymentId))).toMatchObject({ status: 401 })
  })
})
