import { describe, expect, it } from 'vitest'
import { newKey } from '../support/paying.ts'
import { first, type MovingMerchant, second, useTwoProcessors } from '../support/two-processors.ts'

const two = useTwoProcessors({ role: 'all' })

const merchantOf = async ({ merchantId }: { merchantId: string }) =>
  (await two.service.admin('GET', `/merchants/${merchantId}`)).body
const statusOf = async (merchant: MovingMerchant, id: string) => (await two.read(merchant, id)).status
const settled = (merchant: MovingMerchant, id: string, status: string) =>
  expect.poll(() => statusOf(merchant, id)).toBe(status)
const intentsAt = async (name: typeof first | typeof second, { accounts }: MovingMerchant) => {
  const there = { stripeAccount: accounts[name] }
  return (await two.places[name].stripe.paymentIntents.list({ limit: 100 }, there)).data
}

describe('a merchant', () => {
  it('has an account at each processor, one of them active', async () => {
    const { merchantId } = await two.service.createMerchant()
    expect(await merchantOf({ merchantId })).toMatchObject({
      processor: first,
      nextProcessor: null,
      accounts: [],
    })
    const one = await two.connect(merchantId, first)
    const other = await two.connect(merchantId, second)
    await two.onboard(first, one)
    await expect
      .poll(async () => (await merchantOf({ merchantId })).accounts)
      .toMatchObject([
        { processor: first, processorAccountId: one, onboardingStatus: 'enabled', disabled: false },
        { processor: second, processorAccountId: other, onboardingStatus: 'pending', disabled: false },
      ])
    expect(await merchantOf({ merchantId })).toMatchObject({ processor: first, processorAccountId: one })
  })

  it('gets an onboarding link for either account', async () => {
    const { merchantId } = await two.addMerchant()
    const urls = { returnUrl: 'https://a.example/', refreshUrl: 'https://a.example/' }
    const linkAt = async (processor?: string) => {
      const path = `/merchants/${merchantId}/onboarding-link`
      const { body } = await two.service.admin('POST', path, { ...urls, processor })
      return new URL(body.url).origin
    }
    expect(await linkAt()).toBe(two.places[first].sandbox.url)
    expect(await linkAt(second)).toBe(two.places[second].sandbox.url)
  })

  it('is moved, and back again: new payments move, existing ones stay', async () => {
    const merchant = await two.addMerchant()
    const old = {
      paid: await two.pay(merchant),
      held: await held(merchant),
      open: (await two.create(merchant)).body,
    }
    await settled(merchant, old.paid.svcPaymentId, 'succeeded')
    const moved = await two.move(merchant.merchantId, second)
    expect(moved).toMatchObject({
      status: 200,
      body: { processor: second, processorAccountId: merchant.accounts[second] },
    })
    const paid = await two.pay(merchant)
    expect(paid).toMatchObject({ processor: second, connectedAccountId: merchant.accounts[second] })
    await settled(merchant, paid.svcPaymentId, 'succeeded')

    const acts = [
      [old.paid, 'refund', 'refunded'],
      [old.held, 'capture', 'succeeded'],
      [old.open, 'cancel', 'canceled'],
      [paid, 'refund', 'refunded'],
    ] as const
    for (const [{ svcPaymentId, processor }, act, status] of acts) {
      const { body } = await two.post(merchant, `/payments/${svcPaymentId}/${act}`)
      expect(body, act).toMatchObject({ status, processor })
    }
    const states = async (name: typeof first | typeof second) =>
      (await intentsAt(name, merchant)).map(({ status }) => status).sort()
    expect(await states(first)).toEqual(['canceled', 'succeeded', 'succeeded'])
    expect(await states(second)).toEqual(['succeeded'])

    await two.move(merchant.merchantId, first)
    expect((await two.create(merchant)).body.processor).toBe(first)
    const { body: log } = await two.service.admin(
      'GET',
      `/audit?merchantId=${merchant.merchantId}&action=merchant.move`,
    )
    expect(log.data.map(({ detail }: { detail: object }) => detail)).toEqual([
      { from: second, to: first, when: 'now' },
      { from: first, to: second, when: 'now' },
    ])
  })

  it('moves with its calls about readers and its onboarding', async () => {
    const merchant = await two.addMerchant()
    await two.move(merchant.merchantId, second)
    const address = {
      displayName: 'Shop',
      line1: '1 Main St',
      city: 'Springfield',
      state: 'IL',
      postalCode: '62701',
    }
    const { body } = await two.post(merchant, '/terminal/locations', address)
    const there = { stripeAccount: merchant.accounts[second] }
    const { data } = await two.places[second].stripe.terminal.locations.list({}, there)
    expect(data.map(({ id }) => id)).toEqual([body.id])
    const { body: status } = await two.service.call('GET', '/v1/onboarding/status', { key: merchant.apiKey })
    expect(status.processorAccountId).toBe(merchant.accounts[second])
    const readers = (name: string) =>
      two.service.admin('GET', `/merchants/${merchant.merchantId}/locations?processor=${name}`)
    expect([(await readers(first)).body.data.length, (await readers(second)).body.data.length]).toEqual([
      0, 1,
    ])
  })

  it('gets callbacks for payments at both processors', async () => {
    const merchant = await two.addMerchant()
    const old = (await two.create(merchant)).body
    await two.move(merchant.merchantId, second)
    const { body: fresh } = await two.create(merchant)
    await two.confirm(merchant, old, 'pm_card_createDispute')
    await two.confirm(merchant, fresh)
    await settled(merchant, old.svcPaymentId, 'succeeded')
    await settled(merchant, fresh.svcPaymentId, 'succeeded')
    await expect.poll(async () => (await two.read(merchant, old.svcPaymentId)).disputedCents).toBe(5000)
  })
})

async function held(merchant: MovingMerchant) {
  const { body } = await two.create(merchant, newKey(), { amountCents: 3000, captureMethod: 'manual' })
  await two.confirm(merchant, body)
  return body
}

describe('a key that was used before the move', () => {
  it('gets its old payment', async () => {
    const merchant = await two.addMerchant()
    const key = newKey()
    const before = await two.create(merchant, key)
    await two.move(merchant.merchantId, second)
    const again = await two.create(merchant, key)
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([before.text, 'true'])
    expect(await intentsAt(second, merchant)).toEqual([])
  })

  it.each([
    ['had its effect', { kind: 'lost' }],
    ['had none', { kind: 'reset' }],
  ])('gets its old payment if the outcome was unknown and %s', async (_, fault) => {
    const merchant = await two.addMerchant()
    const key = newKey()
    await two.fault(first, { operation: 'payment_intents.create', ...fault })
    expect((await two.create(merchant, key)).body.code).toBe('outcome_unknown')
    await two.move(merchant.merchantId, second)
    await expect.poll(async () => (await two.create(merchant, key)).status).toBe(200)
    const { body } = await two.create(merchant, key)
    expect(body).toMatchObject({ processor: first, connectedAccountId: merchant.accounts[first] })
    expect((await intentsAt(first, merchant)).map(({ id }) => id)).toEqual([body.processorPaymentIntentId])
    expect(await intentsAt(second, merchant)).toEqual([])
  })

  it('finds its location there if the outcome was unknown', async () => {
    const merchant = await two.addMerchant()
    const body = {
      displayName: 'Shop',
      line1: '1 Main St',
      city: 'Springfield',
      state: 'IL',
      postalCode: '62701',
    }
    const headers = { 'idempotency-key': newKey() }
    const create = () =>
      two.service.call('POST', '/v1/terminal/locations', { key: merchant.apiKey, body, headers })
    await two.fault(first, { operation: 'terminal.locations.create', kind: 'lost' })
    expect((await create()).body.code).toBe('outcome_unknown')
    await two.move(merchant.merchantId, second)
    expect((await create()).status).toBe(200)
    const locations = async (name: typeof first | typeof second) =>
      (await two.places[name].stripe.terminal.locations.list({}, { stripeAccount: merchant.accounts[name] }))
        .data.length
    expect([await locations(first), await locations(second)]).toEqual([1, 0])
  })
})

describe('a move', () => {
  it('to a processor where the merchant cannot take payments is refused, with the reason', async () => {
    const { merchantId } = await two.service.createMerchant()
    await two.connect(merchantId, first)
    const refused = await two.move(merchantId, second)
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'invalid_state',
      expect.stringMatching(/no account at "stripe-eu"/),
    ])
    await two.connect(merchantId, second)
    const early = await two.move(merchantId, second)
    expect([early.status, early.body.currentStatus, early.body.detail]).toEqual([
      409,
      'pending',
      expect.stringMatching(/cannot take payments yet/),
    ])
    expect((await two.move(merchantId, 'stripe-us')).body).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'processor' }],
    })
    expect(await merchantOf({ merchantId })).toMatchObject({ processor: first, nextProcessor: null })
  })

  it('can wait until the account there is enabled', async () => {
    const { merchantId } = await two.service.createMerchant()
    await two.connect(merchantId, first)
    const waiting = await two.move(merchantId, second, 'enabled')
    expect(waiting).toMatchObject({ status: 200, body: { processor: first, nextProcessor: second } })
    await two.onboard(second, await two.connect(merchantId, second))
    await expect
      .poll(() => merchantOf({ merchantId }))
      .toMatchObject({ processor: second, nextProcessor: null })
  })

  it('can be canceled while it is pending', async () => {
    const { merchantId } = await two.service.createMerchant()
    await two.connect(merchantId, first)
    await two.move(merchantId, second, 'enabled')
    const back = await two.move(merchantId, first)
    expect(back).toMatchObject({ status: 200, body: { processor: first, nextProcessor: null } })
  })
})

describe('an event', () => {
  it('is accepted only at its own processor’s address', async () => {
    const [endpoint] = two.places[second].endpoints
    const payload = JSON.stringify({ id: 'evt_other', object: 'event', type: 'x', created: 1, data: {} })
    const header = two.places[second].stripe.webhooks.generateTestHeaderString({
      payload,
      secret: endpoint?.secret ?? '',
    })
    const statusAt = async (path: string) =>
      (
        await two.service.call('POST', path, {
          raw: Buffer.from(payload),
          headers: { 'stripe-signature': header },
        })
      ).status
    expect(await statusAt('/webhooks/processor')).toBe(401)
    expect(await statusAt(`/webhooks/processor/${first}`)).toBe(401)
    expect(await statusAt('/webhooks/processor/nowhere')).toBe(404)
    expect(await statusAt(`/webhooks/processor/${second}`)).toBe(200)
  })
})
