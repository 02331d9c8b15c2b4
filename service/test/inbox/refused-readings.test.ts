import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { storiesOf } from './stories.ts'
import { postWebhook, pushedEvent, pushedEvents } from './webhooks.ts'

// webhooks are posted by the tests
const paying = usePaying({ role: 'all', processorLimits: { timeoutMs: 4000 } })
afterEach(() => paying.clearFaults())

const receiverUrl = 'http://127.0.0.1:9/callbacks'
const addMerchant = () => paying.addMerchant({ callbackUrl: receiverUrl })
const outcomeOf = async (id: string) =>
  (await paying.service.db`select outcome from events where event_id = ${id}`)[0]?.outcome
const deliveriesOf = (id: string) => paying.service.db`select type from deliveries where event_id = ${id}`
const deauthorize = (accountId: string) => paying.control(`/accounts/${accountId}/deauthorize`, {})

describe('an event about a disconnected account', () => {
  it('ends and is forwarded, although the payment can no longer be read', async () => {
    const merchant = await addMerchant()
    const stories = storiesOf(paying, merchant)
    const payment = await stories.card()
    await postWebhook(paying.service, (await pushedEvent(paying, merchant, 'payment_intent.succeeded')).body)
    await stories.refund(payment, 1000)
    const total = await pushedEvent(paying, merchant, 'charge.refunded')
    await deauthorize(merchant.accountId)
    const { status, body } = await postWebhook(paying.service, total.body)
    expect([status, body]).toEqual([200, { received: true, forwarded: true }])
    expect(await outcomeOf(total.id)).toBe('unverified')
    expect(await deliveriesOf(total.id)).toEqual([{ type: 'charge.refunded' }])
  })

  it('is trusted if it cannot be late', async () => {
    const merchant = await addMerchant()
    const stories = storiesOf(paying, merchant)
    const payment = await stories.declinedThenPaid()
    await stories.refund(payment, 1000)
    const events = await pushedEvents(paying, merchant)
    await deauthorize(merchant.accountId)
    for (const { body } of events) {
      expect((await postWebhook(paying.service, body)).status).toBe(200)
    }
    const path = `/v1/payments/${payment.id}`
    const { body } = await paying.service.call('GET', path, { key: merchant.apiKey })
    expect(body).toMatchObject({ status: 'partially_refunded' })
    const rows = await paying.service.db`
      select e.type, e.outcome, d.event_id is not null as forwarded
      from events e left join deliveries d using (merchant_id, processor, event_id)
      where e.merchant_id = ${merchant.merchantId} and e.type like 'payment_intent.%'
        and e.type <> 'payment_intent.created'`
    expect(rows.map(({ type, forwarded }) => [type, forwarded]).sort()).toEqual([
      ['payment_intent.payment_failed', true],
      ['payment_intent.succeeded', true],
    ])
    expect(rows.map(({ outcome }) => outcome)).not.toContain('waiting')
  })

  it('restricts the account, and the merchant gets a callback', async () => {
    const merchant = await addMerchant()
    await storiesOf(paying, merchant).accountUpdated()
    const { id, body } = await pushedEvent(paying, merchant, 'account.updated')
    await deauthorize(merchant.accountId)
    expect((await postWebhook(paying.service, body)).body.forwarded).toBe(true)
    expect(await outcomeOf(id)).toBe('applied')
    const { body: state } = await paying.service.call('GET', '/v1/onboarding/status', {
      key: merchant.apiKey,
    })
    expect(state).toMatchObject({ onboardingStatus: 'restricted', chargesEnabled: false })
  })
})

describe('while the processor turns readings away', () => {
  const turnAway = (operation: string, status: number) =>
    paying.control('/faults', { operation, kind: 'error', status, count: 10_000 })

  it.each([429, 401, 403])('a late event of an account changes nothing (%i)', async status => {
    const merchant = await addMerchant()
    const set = (charges_enabled: boolean) =>
      paying.control(`/accounts/${merchant.accountId}`, { charges_enabled })
    await set(false)
    const late = await pushedEvent(paying, merchant, 'account.updated')
    await set(true)
    const charges = async () =>
      (await paying.service.call('GET', '/v1/onboarding/status', { key: merchant.apiKey })).body
        .chargesEnabled
    await turnAway('accounts.retrieve', status)
    expect((await postWebhook(paying.service, late.body)).body).toEqual({ received: true, forwarded: false })
    expect(await charges()).toBe(true)
    await paying.clearFaults()
    await expect.poll(() => outcomeOf(late.id)).toBe('applied')
    expect(await charges()).toBe(true)
    expect(await deliveriesOf(late.id)).toHaveLength(1)
  })

  it('a doubtful event of a payment waits, and is applied when readings are answered again', async () => {
    const merchant = await addMerchant()
    const stories = storiesOf(paying, merchant)
    const payment = await stories.card()
    await postWebhook(paying.service, (await pushedEvent(paying, merchant, 'payment_intent.succeeded')).body)
    await stories.refund(payment, 1000)
    const total = await pushedEvent(paying, merchant, 'charge.refunded')
    await turnAway('payment_intents.retrieve', 429)
    expect((await postWebhook(paying.service, total.body)).body.forwarded).toBe(false)
    await paying.clearFaults()
    await expect.poll(() => outcomeOf(total.id)).toBe('applied')
    expect(await deliveriesOf(total.id)).toHaveLength(1)
  })
})

describe('a clock that was a day ahead', () => {
  it('does not delay the callbacks of events received meanwhile by a day', async () => {
    const clock = { ...systemClock, now: () => new Date(Date.now() + 86_400_000) }
    const hasty = await paying.startAnother({ role: 'api', clock })
    const receiver = await startReceiver()
    const merchant = await paying.addMerchant({ callbackUrl: receiver.url })
    await storiesOf(paying, merchant).card()
    const { body } = await pushedEvent(paying, merchant, 'payment_intent.succeeded')
    await postWebhook(hasty, body, { at: clock.now().getTime() })
    await expect.poll(() => receiver.received.length).toBe(1)
  })
})
