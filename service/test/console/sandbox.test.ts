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

  it('is made for the merchant that is named, at its own fee', async () => {
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

  it('leaves the payment as the event says', async () => {
    const { body } = await call('POST', 'trigger', { type: 'charge.refunded' })
    await expect.poll(() => statusOf(body.svcPaymentId)).toBe('refunded')
  })

  it('is about a payment with the fields that were given', async () => {
    const payment = { amountCents: 1200, currency: 'eur', orderRef: 'till-7' }
    const { body } = await call('POST', 'trigger', { type: 'payment_intent.succeeded', payment })
    const shown = await paying.service.admin('GET', `/payments/${body.svcPaymentId}`)
    expect(shown.body).toMatchObject(payment)
    const wrong = { type: 'payment_intent.succeeded', payment: { amountCent: 1200 } }
    expectProblem(await call('POST', 'trigger', wrong), 'invalid_request')
  })

  it('is refused when nothing is known to cause it', async () => {
    expectProblem(await call('POST', 'trigger', { type: 'payout.paid' }), 'invalid_request')
  })
})

describe('the sandbox’s controls', () => {
  it('set and clear faults', async () => {
    const added = await call('POST', 'faults', { operation: 'refunds.create', kind: 'error', count: 2 })
    expect(added.body).toMatchObject({
      operation: 'refunds.create',
      fault: { kind: 'error', status: 500 },
      count: 2,
    })
    expect((await call('GET', 'faults')).body.data).toMatchObject([{ operation: 'refunds.create' }])
    expect((await call('DELETE', 'faults')).body).toEqual({ data: [] })
    expectProblem(await call('POST', 'faults', { operation: 'nothing', kind: 'error' }), 'invalid_request', {
      detail: expect.stringContaining('Unknown operation nothing'),
    })
    expectProblem(await call('POST', 'faults', { kind: 'error', unknown: 1 }), 'invalid_request')
  })

  it('advance the clock', async () => {
    const { body: before } = await call('GET', 'clock')
    const { body: after } = await call('POST', 'clock', { advance_seconds: 60 })
    expect(after.offset_ms).toBe(before.offset_ms + 60_000)
  })

  it('pause, resume and disrupt webhooks', async () => {
    expect((await call('POST', 'webhooks/pause')).body).toMatchObject({ paused: true, disruptions: [] })
    expect((await call('POST', 'webhooks/resume')).body.paused).toBe(false)
    await call('POST', 'webhooks/disruptions', { mode: 'drop', count: 1, types: ['never.sent'] })
    expect((await call('GET', 'webhooks')).body.disruptions).toMatchObject([{ mode: 'drop', count: 1 }])
    expect((await call('DELETE', 'webhooks/disruptions')).body.disruptions).toEqual([])
  })

  it('show readers and present cards to them', async () => {
    const account = { stripeAccount: paying.merchant.accountId }
    const address = {
      line1: '1 Main St',
      city: 'Springfield',
      state: 'IL',
      postal_code: '62701',
      country: 'US',
    }
    const location = await paying.stripe.terminal.locations.create({ display_name: 'Shop', address }, account)
    const { id } = await paying.stripe.terminal.readers.create(
      { registration_code: 'simulated-wpe', label: 'Counter', location: location.id },
      account,
    )
    const { body } = await call('GET', 'readers')
    expect(body.data).toMatchObject([
      { reader: { id, label: 'Counter', status: 'online' }, payment_intent: null },
    ])
    expect((await call('POST', `readers/${id}`, { status: 'offline' })).body.reader.status).toBe('offline')
    expect((await call('POST', `readers/${id}/present`, {})).status).toBe(400)
    expectProblem(await call('POST', 'readers/tmr_x', { status: 'online' }), 'not_found')
    expectProblem(await call('POST', 'readers/..%2Freset', { status: 'online' }), 'not_found')
  })

  it('are for viewers to look at and for support to use', async () => {
    const { token } = await addOperator(paying.service, 'viewer')
    const headers = { authorization: `Bearer ${token}` }
    const as = (method: string, path: string) =>
      paying.service.call(method, `/admin/v1/sandbox/${path}`, { headers })
    expect((await as('GET', 'clock')).status).toBe(200)
    expectProblem(await as('DELETE', 'faults'), 'forbidden')
    expectProblem(await as('POST', 'webhooks/pause'), 'forbidden')
  })
})

it('none of this exists where payments are real', async () => {
  for (const [method, path] of [
    ['POST', 'payments'],
    ['POST', 'trigger'],
    ['GET', 'faults'],
    ['POST', 'clock'],
    ['DELETE', 'webhooks/disruptions'],
    ['GET', 'readers'],
  ] as const) {
    expectProblem(await real.admin(method, `/sandbox/${path}`), 'not_found')
  }
})
