import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

const card = { allowed_payment_method_types: ['card'] }
const return_url = 'https://shop.test/'

async function setUp() {
  const h = await harness()
  return { ...h, customer: (await h.stripe.customers.create({})).id }
}

describe('setup intents', () => {
  test('save a card, which then pays off session', async () => {
    const { stripe, customer, eventTypes } = await setUp()
    const intent = await stripe.setupIntents.create({
      ...card,
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      return_url,
      metadata: { a: '1' },
    })
    expect(intent).toMatchObject({ status: 'requires_action', usage: 'off_session', metadata: { a: '1' } })
    expect(intent.next_action?.redirect_to_url?.url).toContain('/_sandbox/pages/next_action/seti_')
    const page = await fetch(intent.next_action?.redirect_to_url?.url ?? '')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Is this you?')])
    expect(await eventTypes()).toContain('setup_intent.requires_action')
  })

  test.each([
    ['succeed', 'succeeded'],
    ['fail', 'requires_payment_method'],
  ])('the shopper can %s the authentication', async (outcome, status) => {
    const { stripe, customer, control, eventTypes } = await setUp()
    const intent = await stripe.setupIntents.create({
      ...card,
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      return_url,
    })
    const answer = await control<{ return_url: string }>('POST', `setup_intents/${intent.id}/next_action`, {
      outcome,
    })
    const back = new URL(answer.return_url).searchParams
    expect([back.get('setup_intent'), back.get('redirect_status')]).toEqual([
      intent.id,
      outcome === 'succeed' ? 'succeeded' : 'failed',
    ])
    const after = await stripe.setupIntents.retrieve(intent.id)
    expect(after.status).toBe(status)
    const types = await eventTypes()
    if (outcome === 'fail') {
      expect(after.last_setup_error?.code).toBe('setup_intent_authentication_failure')
      expect(types).toContain('setup_intent.setup_failed')
      return
    }
    expect(types).toContain('setup_intent.succeeded')
    const paid = await stripe.paymentIntents.create({
      ...card,
      amount: 1000,
      currency: 'usd',
      customer,
      payment_method: String(after.payment_method),
      off_session: true,
      confirm: true,
    })
    expect(paid.status).toBe('succeeded')
  })

  test('a simple card is saved at once', async () => {
    const { stripe, customer, eventTypes } = await setUp()
    const intent = await stripe.setupIntents.create({ ...card, customer })
    expect(intent).toMatchObject({ status: 'requires_payment_method', customer })
    const done = await stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(done).toMatchObject({ status: 'succeeded', next_action: null })
    expect((await stripe.customers.listPaymentMethods(customer)).data).toMatchObject([
      { id: done.payment_method, customer },
    ])
    expect(await eventTypes()).toEqual([
      'customer.created',
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded',
    ])
    expect((await failure(stripe.setupIntents.confirm(intent.id))).code).toBe('setup_intent_unexpected_state')
  })

  test('a declined card is refused, with the reason on the intent', async () => {
    const { stripe, customer } = await setUp()
    const intent = await stripe.setupIntents.create({ ...card, customer })
    const confirm = stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' })
    expect(await failure(confirm)).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect(await stripe.setupIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'card_declined', decline_code: 'generic_decline' },
    })
  })

  test('are listed, changed and canceled', async () => {
    const { stripe, customer, merchant } = await setUp()
    const { options } = await merchant()
    const intent = await stripe.setupIntents.create({ ...card, customer })
    await stripe.setupIntents.create(card, options)
    expect((await stripe.setupIntents.list({ customer })).data.map(({ id }) => id)).toEqual([intent.id])
    expect((await stripe.setupIntents.update(intent.id, { description: 'A card' })).description).toBe(
      'A card',
    )
    const canceled = await stripe.setupIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect((await failure(stripe.setupIntents.cancel(intent.id))).code).toBe('setup_intent_unexpected_state')
    expect((await failure(stripe.setupIntents.retrieve(intent.id, {}, options))).statusCode).toBe(404)
  })

  test('a browser sees and confirms the one whose secret it has', async () => {
    const { stripe, client, sandbox, customer } = await setUp()
    const { id, client_secret } = await stripe.setupIntents.create({ ...card, customer })
    const browser = client(sandbox.publishableKey)
    const secret = String(client_secret)
    const seen = await browser.setupIntents.retrieve(id, { client_secret: secret })
    expect([seen.id, seen.customer]).toEqual([id, undefined])
    expect((await failure(browser.setupIntents.retrieve(id))).statusCode).toBe(400)
    const raw = await browser.rawRequest('POST', `/v1/setup_intents/${id}/confirm`, {
      client_secret: secret,
      payment_method_data: {
        type: 'card',
        card: { number: '4242424242424242', exp_month: 1, exp_year: 2034 },
      },
    })
    expect(raw).toMatchObject({ status: 'succeeded' })
  })
})
