import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { newKey, type PayingMerchant, usePaying } from '../support/paying.ts'
import type { Answer } from '../support/service.ts'

const paying = usePaying()

const address = { line1: '1 Main Street', city: 'Springfield', state: 'IL', postalCode: '62701' }
const urls = { returnUrl: 'https://a.example', refreshUrl: 'https://b.example' }
const onAccount = () => ({ stripeAccount: paying.merchant.accountId })

function expectRefusedField(answer: Answer, path: string): void {
  expectProblem(answer, 'invalid_request', {
    errors: [{ path, message: expect.stringMatching(/\S/) }],
  })
}

describe('a refusal because of the caller’s input names our field', () => {
  it.each([
    ['paymentMethodTypes', { paymentMethodTypes: ['card', 'nonsense'] }],
    ['customerRef', { customerRef: 'cus_nobody' }],
    ['currency', { currency: 'kpw' }],
    ['amountCents', { amountCents: 60, currency: 'mxn' }],
    ['amountCents', { amountCents: 5001, currency: 'kwd' }],
  ])('%s of a payment: %j', async (path, body) => {
    const key = newKey()
    expectRefusedField(await paying.create(body, key), path)
    expect((await paying.create({}, key)).status, 'the key is free again').toBe(200)
  })

  it('the location and the code of a reader', async () => {
    const { body: location } = await paying.post('/terminal/locations', { displayName: 'Corner', ...address })
    const register = (locationId: string, registrationCode: string) =>
      paying.post('/terminal/readers', { registrationCode, locationId })
    expectRefusedField(await register('tml_nowhere', 'simulated-wpe'), 'locationId')
    const code = newKey()
    expect((await register(location.id, code)).status).toBe(200)
    expectRefusedField(await register(location.id, code), 'registrationCode')
  })

  it('the country of a location', async () => {
    const body = { displayName: 'Nowhere', ...address, country: 'XX' }
    expectRefusedField(await paying.post('/terminal/locations', body), 'country')
  })

  it.each(['/terminal/locations', '/terminal/readers'])('the page of %s', async path => {
    expectRefusedField(await paying.get(`${path}?limit=2&startingAfter=nothing`), 'startingAfter')
  })

  it('the country of an account, and an Idempotency-Key is free again', async () => {
    const { apiKey: key } = await paying.service.createMerchant()
    const headers = { 'idempotency-key': newKey() }
    const create = (country: string) =>
      paying.service.call('POST', '/v1/onboarding/account', { key, body: { country }, headers })
    expectRefusedField(await create('XX'), 'country')
    expect((await create('US')).status).toBe(200)
  })

  it.each(['returnUrl', 'refreshUrl'])('the %s of an onboarding link', async path => {
    const body = { ...urls, [path]: 'https://shop.example:99999/done' }
    expectRefusedField(await paying.post('/onboarding/link', body), path)
  })
})

describe('a refusal because of a state', () => {
  it('of a refund of a disputed charge is 409 with the reason, which is not the payment’s status', async () => {
    const { id, intentId } = await paying.pay({}, 'pm_card_createDispute')
    await paying.post(`/payments/${id}/refund`, { amountCents: 1 })
    const answer = await paying.post(`/payments/${id}/refund`)
    expectProblem(answer, 'invalid_state', { detail: expect.stringContaining('charged back') })
    expect(answer.body).not.toHaveProperty('currentStatus')
    expect(await paying.stripe.refunds.list({ payment_intent: intentId }, onAccount())).toMatchObject({
      data: [],
    })
  })

  it('of a refund of an amount refunded elsewhere is 409', async () => {
    const { id, intentId } = await paying.pay()
    await paying.post(`/payments/${id}/refund`, { amountCents: 1000 })
    await paying.stripe.refunds.create({ payment_intent: intentId }, onAccount())
    expectProblem(await paying.post(`/payments/${id}/refund`), 'invalid_state', { currentStatus: 'refunded' })
  })

  it('of a capture of a payment canceled elsewhere is 409', async () => {
    const { id, intentId } = await paying.pay({ captureMethod: 'manual' })
    const tooMuch = await paying.post(`/payments/${id}/capture`, { amountCents: 9999 })
    expectProblem(tooMuch, 'invalid_request')
    await paying.stripe.paymentIntents.cancel(intentId, {}, onAccount())
    expectProblem(await paying.post(`/payments/${id}/capture`), 'invalid_state', {
      currentStatus: 'canceled',
      allowedFrom: ['requires_capture'],
    })
  })

  it('of a payment on a rejected account is 409, without a payment’s status', async () => {
    const merchant = await paying.addMerchant()
    await paying.control(`/accounts/${merchant.accountId}/onboarding`, { outcome: 'reject' })
    const answer = await createFor(merchant)
    expectProblem(answer, 'invalid_state')
    expect(answer.body).not.toHaveProperty('currentStatus')
  })

  it('of any call on a disconnected account is 400', async () => {
    const merchant = await paying.addMerchant()
    await paying.control(`/accounts/${merchant.accountId}/deauthorize`, {})
    expectProblem(await createFor(merchant), 'no_connected_account')
    for (const [method, path] of [
      ['GET', '/v1/terminal/readers'],
      ['POST', '/v1/terminal/connection-token'],
    ] as const) {
      const answer = await paying.service.call(method, path, { key: merchant.apiKey })
      expectProblem(answer, 'no_connected_account')
    }
  })
})

describe('a fault of the processor or of ours', () => {
  it.each([401, 403])('is 502: %i', async status => {
    await paying.control('/faults', { operation: 'payment_intents.create', kind: 'error', status })
    expectProblem(await paying.create(), 'processor_error')
  })
})

function createFor(merchant: PayingMerchant): Promise<Answer> {
  return paying.service.call('POST', '/v1/payments/intents', {
    key: merchant.apiKey,
    body: { amountCents: 5000 },
    headers: { 'idempotency-key': newKey() },
  })
}
