import { expect, it } from 'vitest'
import { createAuthenticator } from '../../src/merchants/authenticate.ts'
import { run } from '../cli/in-process.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { manualClock } from '../support/manual-clock.ts'
import { newKey } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { operatorToken } from '../support/service.ts'
import { first, type MovingMerchant, second, useTwoProcessors } from '../support/two-processors.ts'

const two = useTwoProcessors({ role: 'all' })

const change = (action: 'disable' | 'enable', { merchantId }: { merchantId: string }, processor?: string) =>
  two.service.admin('PATCH', `/merchants/${merchantId}/account`, {
    processor,
    disabled: action === 'disable',
  })
const disabledAt = async ({ merchantId }: MovingMerchant) => {
  const { body } = await two.service.admin('GET', `/merchants/${merchantId}`)
  return body.accounts
    .filter(({ disabled }: { disabled: boolean }) => disabled)
    .map(({ processor }: { processor: string }) => processor)
}

it('takes no new payments until it is enabled; a used key gets its answer', async () => {
  const merchant = await two.addMerchant()
  const key = newKey()
  const before = await two.create(merchant, key)
  expect((await change('disable', merchant)).body.accounts).toMatchObject([
    { processor: first, disabled: true },
    { processor: second, disabled: false },
  ])
  const refused = await two.create(merchant)
  expectProblem(refused, 'account_disabled')
  expect(refused.body.detail).toMatch(/disabled the account at the processor "sandbox"/)
  expect((await two.create(merchant, key)).text).toBe(before.text)
  expect((await change('enable', merchant)).status).toBe(200)
  expect((await two.create(merchant)).status).toBe(200)
})

it('continues its existing payments, including the merchant’s callbacks', async () => {
  const receiver = await startReceiver()
  const merchant = await two.addMerchant()
  await two.service.admin('PUT', `/merchants/${merchant.merchantId}/callback`, { url: receiver.url })
  const body = { amountCents: 3000, captureMethod: 'manual' }
  const { body: held } = await two.create(merchant, newKey(), body)
  await change('disable', merchant)
  await two.confirm(merchant, held)
  const path = `/payments/${held.svcPaymentId}`
  expect((await two.post(merchant, `${path}/capture`)).body.status).toBe('succeeded')
  expect((await two.post(merchant, `${path}/refund`, { amountCents: 100 })).status).toBe(200)
  await expect
    .poll(() => receiver.received.map(({ headers }) => headers['svc-event-type']))
    .toEqual(expect.arrayContaining(['payment_intent.succeeded', 'charge.refunded']))
  await receiver.close()
})

it('an unknown outcome is still resolved', async () => {
  const merchant = await two.addMerchant()
  const key = newKey()
  await two.fault(first, { operation: 'payment_intents.create', kind: 'lost' })
  expect((await two.create(merchant, key)).body.code).toBe('outcome_unknown')
  await change('disable', merchant)
  await expect.poll(async () => (await two.create(merchant, key)).status).toBe(200)
})

it('is one of two: the merchant takes payments at the other, and cannot move back', async () => {
  const merchant = await two.addMerchant()
  await change('disable', merchant, first)
  expect((await two.move(merchant.merchantId, second)).status).toBe(200)
  expect((await two.create(merchant)).body.processor).toBe(second)
  const back = await two.move(merchant.merchantId, first)
  expectProblem(back, 'invalid_state')
  expect(back.body.detail).toMatch(/is disabled\. Enable it first/)
})

it('a pending move to it takes place once it is enabled', async () => {
  const merchant = await two.addMerchant()
  await change('disable', merchant, second)
  await two.move(merchant.merchantId, second, 'enabled')
  const processor = async () =>
    (await two.service.admin('GET', `/merchants/${merchant.merchantId}`)).body.processor
  expect(await processor()).toBe(first)
  await change('enable', merchant, second)
  await expect.poll(processor).toBe(second)
})

it('is disabled by command and shown as such, and each change is in the audit log once', async () => {
  const merchant = await two.addMerchant()
  const { merchantId, accounts } = merchant
  const svcpay = async (...args: string[]) =>
    (await run([...args, '--url', two.service.url, '--token', operatorToken])).stdout
  const turn = async (...fields: string[]) =>
    await svcpay('api', 'PATCH', `/merchants/${merchantId}/account`, `processor=${second}`, ...fields)
  for (const _ of [1, 2]) await turn('disabled=true')
  expect(await disabledAt(merchant)).toEqual([second])
  const shown = new RegExp(`at stripe-eu +${accounts[second]} \\(\\w+, disabled\\)`)
  expect(await svcpay('merchants', 'show', merchantId)).toMatch(shown)
  await turn('disabled=false')
  expect(await svcpay('merchants', 'show', merchantId)).not.toMatch(shown)
  const { body } = await two.service.admin('GET', `/audit?merchantId=${merchantId}`)
  const detail = { processor: second, accountId: accounts[second] }
  expect(body.data.slice(0, 2)).toMatchObject([
    { action: 'merchant.account-enable', detail },
    { action: 'merchant.account-disable', detail },
  ])
  expect(body.data[2].action).toBe('merchant.account')
})

it('reaches every instance', async () => {
  const merchant = await two.addMerchant()
  const there = await two.start()
  await two.create(merchant)
  await there.admin('PATCH', `/merchants/${merchant.merchantId}/account`, { disabled: true })
  const code = async () => (await two.create(merchant)).body.code
  await expect.poll(code).toBe('account_disabled')
})

it('is noticed, like a move, by an instance that last checked half a second ago', async () => {
  const { apiKey, ...merchant } = await two.addMerchant()
  const clock = manualClock()
  const elsewhere = createAuthenticator({
    db: two.service.db,
    clock,
    defaultFees: { bps: 0, fixedCents: 0 },
    processors: new Map([first, second].map(name => [name, null])),
    defaultProcessor: first,
  })
  const account = async () => (await elsewhere.authenticate(apiKey))?.account
  expect(await account()).toMatchObject({ processor: first, disabled: false })
  await change('disable', merchant)
  clock.advance(0.5)
  expect(await account()).toMatchObject({ processor: first, disabled: true })
  await two.move(merchant.merchantId, second)
  clock.advance(0.5)
  expect(await account()).toMatchObject({ processor: second, disabled: false })
})

it('an account that does not exist cannot be disabled', async () => {
  expectProblem(await change('disable', { merchantId: 'mer_nope' }), 'not_found')
  const merchant = await two.addMerchantAt(first)
  expectProblem(await change('disable', merchant, second), 'not_found')
  expectProblem(await change('disable', merchant, 'nowhere'), 'invalid_request')
})
