import { describe, expect, it } from 'vitest'
import { forwardedTypes } from '../../src/deliveries/forwarded-types.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { usePaying } from '../support/paying.ts'
import { useService } from '../support/service.ts'
import { addOperator, signIn } from './browser.ts'

const paying = usePaying({ webhooks: true })
const real = useService()

const call = (method: string, path: string, body?: unknown) =>
  paying.service.admin(method, `/sandbox/${path}`, body)
const statusOf = async (id: string) => (await paying.service.admin('GET', `/payments/${id}`)).body.status

describe('a test payment', () => {
  it('is made for the first merchant that can take payments, with the page to pay it on', async () => {
    const { status, body } = await call('POST', 'payments', { amountCents: 4999, orderRef: 'order-1' })
    expect(status).toBe(201)
    expect(Object.keys(body).sort()).toEqual(['checkoutUrl', 'svcPaymentId'])
    const { body: payment } = await paying.service.admin('GET', `/payments/${body.svcPaymentId}`)
    const { merchantId } = paying.merchant
    expect(payment).toMatchObject({
      merchantId,
      amountCents: 4999,
      applicationFeeCents: 50,
      orderRef: 'order-1',
    })
    expect(body.checkoutUrl.startsWith(`${paying.sandbox.url}/_sandbox/pages/checkout?`)).toBe(true)
    const page = await fetch(body.checkoutUrl)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('49.99')
  })

  it('is made for the named merchant, with its own fee', async () => {
    const { merchantId } = await paying.addMerchant({ feeBps: 1000 })
    const wanted = { merchantId, amountCents: 2000, currency: 'EUR', captureMethod: 'manual' }
    const { body } = await call('POST', 'payments', wanted)
    const { body: payment } = await paying.service.admin('GET', `/payments/${body.svcPaymentId}`)
    expect(payment).toMatchObject({
      merchantId,
      currency: 'eur',
      captureMethod: 'manual',
      applicationFeeCents: 200,
    })
  })

  it('that the processor refuses is found by the traceId of the refusal', async () => {
    const { status, body } = await call('POST', 'payments', { amountCents: 60, currency: 'nok' })
    expect(status).toBe(400)
    const found = await paying.service.admin('GET', `/search?q=${body.traceId}`)
    expect(found.body.data).toMatchObject([{ kind: 'operation' }])
  })

  it('is in the audit log under the operator’s name', async () => {
    const { token, operatorId } = await addOperator(paying.service, 'support', 'Ana')
    const browser = await signIn(paying.service, { token })
    const { status, body } = await browser.call('POST', '/admin/v1/sandbox/payments', {
      body: { amountCents: 100 },
    })
    expect(status).toBe(201)
    const { body: log } = await paying.service.admin('GET', '/audit?limit=1')
    expect(log.data[0]).toMatchObject({
      actor: 'Ana',
      operatorId,
      action: 'sandbox.payment',
      target: body.svcPaymentId,
    })
  })

  it('is refused with a clear problem', async () => {
    const { merchantId } = await paying.service.createMerchant()
    expectProblem(await call('POST', 'payments', { merchantId, amountCents: 100 }), 'no_connected_account')
    expectProblem(await call('POST', 'payments', { merchantId: 'mer_x', amountCents: 100 }), 'not_found')
    const { merchantId: suspended } = await paying.addMerchant()
    await paying.service.admin('POST', `/merchants/${suspended}/suspend`)
    for (const body of [
      { merchantId: suspended, amountCents: 100 },
      { merchantId: suspended, type: 'charge.refunded' },
    ]) {
      expectProblem(await call('POST', 'type' in body ? 'trigger' : 'payments', body), 'suspended')
    }
    expectProblem(await call('POST', 'payments', { amountCents: 1 }), 'invalid_request')
    expectProblem(await call('POST', 'payments', { amountCents: 100, description: 'x' }), 'invalid_request')
  })
})

describe('a triggered event', () => {
  it.each(forwardedTypes)('%s happens and arrives', async type => {
    const { merchantId } = paying.merchant
    const { status, body } = await call('POST', 'trigger', { type, merchantId })
    expect(status).toBe(200)
    const svcPaymentId = type === 'account.updated' ? null : expect.stringMatching(/^svcpay_/)
    expect(body).toEqual({ type, merchantId, svcPaymentId })
    const events = async () => {
      const query = type === 'account.updated' ? '' : `&paymentId=${body.svcPaymentId}`
      return (await paying.service.admin('GET', `/events?merchantId=${merchantId}&type=${type}${query}`)).body
        .data
    }
    await expect.poll(async () => (await events()).length).toBeGreaterThan(0)
  })

  it('leaves the payment in the state that the event reports', async () => {
    const { body } = await call('POST', 'trigger', { type: 'charge.refunded' })
    await expect.poll(() => statusOf(body.svcPaymentId)).toBe('refunded')
  })

  it('is about a payment with the given fields', async () => {
    const payment = { amountCents: 1200, currency: 'eur', orderRef: 'till-7' }
    const { body } = await call('POST', 'trigger', { type: 'payment_intent.succeeded', payment })
    const shown = await paying.service.admin('GET', `/payments/${body.svcPaymentId}`)
    expect(shown.body).toMatchObject(payment)
    const wrong = { type: 'payment_intent.succeeded', payment: { amountCent: 1200 } }
    expectProblem(await call('POST', 'trigger', wrong), 'invalid_request')
  })

  it('is refused if no steps lead to it', async () => {
    expectProblem(await call('POST', 'trigger', { type: 'payout.paid' }), 'invalid_request')
  })
})

it('viewers can trigger nothing', async () => {
  const { token } = await addOperator(paying.service, 'viewer')
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['payments', 'trigger']) {
    expectProblem(
      await paying.service.call('POST', `/admin/v1/sandbox/${path}`, { headers, body: {} }),
      'forbidden',
    )
  }
})

it('none of this exists if payments are real', async () => {
  for (const path of ['payments', 'trigger']) {
    expectProblem(await real.admin('POST', `/sandbox/${path}`), 'not_found')
  }
})
