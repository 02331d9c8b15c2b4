import { expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { newKey } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { useService } from '../support/service.ts'
import { createBareVendor } from './bare-adapter.ts'

const vendor = createBareVendor('stripe')
const service = useService({ role: 'all', processorLimits: { adapters: { stripe: vendor.adapter } } })

it('a vendor without any optional part takes payments, refunds and webhooks', async () => {
  const receiver = await startReceiver()
  const { merchantId, apiKey: key } = await service.createMerchant({
    feeBps: 1000,
    callbackUrl: receiver.url,
  })
  const account = await service.admin('POST', `/merchants/${merchantId}/account`, {})
  expect(account.body).toMatchObject({ processorAccountId: 'v_account', onboardingStatus: 'enabled' })
  const post = (path: string, body: object, idempotencyKey = newKey()) =>
    service.call('POST', `/v1${path}`, { key, body, headers: { 'idempotency-key': idempotencyKey } })
  const webhook = (raw: Buffer, headers: Record<string, string> = vendor.signed) =>
    service.call('POST', '/webhooks/processor', { raw, headers })

  const retried = newKey()
  vendor.loseNextAnswer()
  const lost = await post('/payments/intents', { amountCents: 5000 }, retried)
  expectProblem(lost, 'outcome_unknown')
  const create = () => post('/payments/intents', { amountCents: 5000 }, retried)
  await expect.poll(async () => (await create()).status).toBe(200)
  const { body: created } = await create()
  expect(created).toMatchObject({ clientSecret: '', publishableKey: '', processor: 'stripe' })
  expect(vendor.count()).toBe(1)

  const { svcPaymentId, processorPaymentIntentId: id } = created
  const paid = vendor.event(id, svcPaymentId, { status: 'succeeded', capturedCents: 5000 })
  expectProblem(await webhook(paid, { 'content-type': 'application/json' }), 'unauthorized')
  expect((await webhook(paid)).body).toEqual({ received: true, forwarded: true })
  const read = async () => (await service.call('GET', `/v1/payments/${svcPaymentId}`, { key })).body
  expect(await read()).toMatchObject({ status: 'succeeded', applicationFeeCents: 500 })

  const refunded = await post(`/payments/${svcPaymentId}/refund`, { amountCents: 1000 })
  expect(refunded.body).toMatchObject({ status: 'partially_refunded', refundedCents: 1000 })
  expect((await webhook(vendor.event(id, svcPaymentId))).status).toBe(200)
  expect(await read()).toMatchObject({ status: 'partially_refunded', refundedCents: 1000 })

  const held = await post('/payments/intents', { amountCents: 2000, captureMethod: 'manual' })
  const { svcPaymentId: heldId } = held.body
  await webhook(vendor.event(held.body.processorPaymentIntentId, heldId, { status: 'requires_capture' }))
  expect((await post(`/payments/${heldId}/capture`, {})).body.status).toBe('succeeded')
  const { body: verified } = await service.admin('POST', '/ledger/verify', {})
  expect(verified.problems).toEqual([])
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1)
  await receiver.close()

  const token = await post('/terminal/connection-token', {})
  expectProblem(token, 'processor_error')
  expect(token.body.detail).toMatch(/has no card readers/)
})
