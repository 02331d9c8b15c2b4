import { expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { lastAllowedMs } from '../support/last-allowed.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'

const paying = usePaying({ role: 'all', webhooks: true })

const suspend = (merchantId: string) => paying.service.admin('POST', `/merchants/${merchantId}/suspend`)
const resume = (merchantId: string) => paying.service.admin('POST', `/merchants/${merchantId}/resume`)

async function changingCalls(): Promise<string[]> {
  const { body } = await paying.service.call('GET', '/openapi.json')
  return Object.entries<object>(body.paths)
    .filter(([path, methods]) => path.startsWith('/v1/') && 'post' in methods)
    .map(([path]) => path.replaceAll(/\{\w+\}/g, 'x'))
}

it('a suspended merchant’s keys can only read, until it is resumed', async () => {
  const { merchantId, apiKey } = await paying.addMerchant()
  const suspended = await suspend(merchantId)
  expect([suspended.status, suspended.body.suspended]).toEqual([200, true])
  const calls = await changingCalls()
  expect(calls.length).toBeGreaterThan(8)
  for (const path of calls) {
    const answer = await paying.service.call('POST', path, { key: apiKey, body: {} })
    expectProblem(answer, 'suspended')
  }
  for (const path of ['/v1/payments', '/v1/events', '/v1/onboarding/status', '/v1/terminal/readers']) {
    expect((await paying.service.call('GET', path, { key: apiKey })).status, path).toBe(200)
  }
  const create = () =>
    paying.service.call('POST', '/v1/payments/intents', {
      key: apiKey,
      body: { amountCents: 5000 },
      headers: { 'idempotency-key': newKey() },
    })
  expectProblem(await create(), 'suspended')
  const resumed = await resume(merchantId)
  expect([resumed.status, resumed.body.suspended]).toEqual([200, false])
  expect((await create()).status).toBe(200)
})

it('a wrong key reveals nothing about a suspension', async () => {
  const { merchantId, apiKey } = await paying.service.createMerchant()
  await suspend(merchantId)
  const answer = await paying.service.call('POST', '/v1/payments/intents', { key: `${apiKey}0` })
  expectProblem(answer, 'unauthorized')
})

it('a suspension reaches every instance within a second', async () => {
  const other = await paying.startAnother()
  const { merchantId, apiKey } = await paying.addMerchant()
  const elsewhere = () => other.call('POST', '/v1/terminal/connection-token', { key: apiKey })
  expect((await elsewhere()).status).toBe(200)
  await suspend(merchantId)
  expect(await lastAllowedMs(elsewhere, 403)).toBeLessThan(1000)
})

it('webhooks and callbacks of a suspended merchant continue', async () => {
  const receiver = await startReceiver()
  const { merchantId } = paying.merchant
  await paying.service.admin('PUT', `/merchants/${merchantId}/callback`, { url: receiver.url })
  const { body: created } = await paying.create()
  await suspend(merchantId)
  await paying.stripe.paymentIntents.confirm(
    created.processorPaymentIntentId,
    { payment_method: 'pm_card_visa', return_url: 'https://shop.example/return' },
    { stripeAccount: paying.merchant.accountId },
  )
  await expect
    .poll(() => receiver.received.map(({ headers }) => headers['svc-event-type']))
    .toContain('payment_intent.succeeded')
  expect((await paying.get(`/payments/${created.svcPaymentId}`)).body.status).toBe('succeeded')
  await resume(merchantId)
  await receiver.close()
})

it('a suspension is shown on the merchant, and each change is in the audit log once', async () => {
  const { merchantId } = await paying.service.createMerchant()
  const shown = async () => (await paying.service.admin('GET', `/merchants/${merchantId}`)).body.suspended
  expect(await shown()).toBe(false)
  for (const act of [suspend, suspend, resume, resume]) expect((await act(merchantId)).status).toBe(200)
  await suspend(merchantId)
  expect(await shown()).toBe(true)
  const { body: list } = await paying.service.admin('GET', '/merchants?limit=100')
  expect(list.data.find((one: { merchantId: string }) => one.merchantId === merchantId).suspended).toBe(true)
  const { body } = await paying.service.admin('GET', `/audit?merchantId=${merchantId}`)
  expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
    'merchant.suspend',
    'merchant.resume',
    'merchant.suspend',
    'merchant.create',
  ])
})

it('a merchant that does not exist cannot be suspended', async () => {
  expectProblem(await suspend('mer_nope'), 'not_found')
  expectProblem(await resume('mer_nope'), 'not_found')
})
