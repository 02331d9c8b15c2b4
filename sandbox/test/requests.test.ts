import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

const card = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card'] }

test.each([
  ['True', 'one_off', { error: { code: 'authentication_required' } }],
  ['TRUE', 'True', { error: { code: 'authentication_required' } }],
  ['true', 'False', { status: 'requires_action' }],
  ['1', '0', { status: 'requires_action' }],
])('booleans may be written %s and %s', async (confirm, off_session, expected) => {
  const { sandbox } = await harness()
  const answer = await fetch(`${sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
    body: new URLSearchParams({
      amount: '1000',
      currency: 'usd',
      'allowed_payment_method_types[0]': 'card',
      payment_method: 'pm_card_authenticationRequired',
      confirm,
      off_session,
      return_url: 'https://shop.test/',
    }),
  })
  expect(await answer.json()).toMatchObject(expected)
})

test('answers are dated by the sandbox’s clock', async () => {
  const { stripe, control } = await harness()
  const dated = async () => Date.parse((await stripe.balance.retrieve()).lastResponse.headers.date ?? '')
  const before = await dated()
  await control('POST', 'clock', { advance_seconds: 7200 })
  const aheadMs = (await dated()) - before
  expect(aheadMs).toBeGreaterThanOrEqual(7_200_000)
  expect(aheadMs).toBeLessThan(7_260_000)
})

describe('idempotency keys', () => {
  const idempotencyKey = 'order-17'

  test('an event names the key of the call that caused it', async () => {
    const { stripe } = await harness()
    const { id } = await stripe.paymentIntents.create(card, { idempotencyKey })
    await stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'cancel-17' })
    const { data } = await stripe.events.list({ limit: 10 })
    const keys = data.map(({ type, request }) => [type, request?.idempotency_key])
    expect(keys).toEqual([
      ['payment_intent.canceled', 'cancel-17'],
      ['payment_intent.created', idempotencyKey],
    ])
  })

  test('the same request is answered again, as it was', async () => {
    const { stripe } = await harness()
    const first = await stripe.paymentIntents.create(card, { idempotencyKey })
    await stripe.paymentIntents.update(first.id, { amount: 5000 })
    const second = await stripe.paymentIntents.create(card, { idempotencyKey })
    expect(second).toEqual(first)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
    expect(first.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  test('other parameters or another address are an idempotency_error', async () => {
    const { stripe } = await harness()
    await stripe.paymentIntents.create(card, { idempotencyKey })
    const other = await failure(stripe.paymentIntents.create({ ...card, amount: 1 }, { idempotencyKey }))
    expect(other).toMatchObject({
      type: 'StripeIdempotencyError',
      rawType: 'idempotency_error',
      statusCode: 400,
    })
    const long = await failure(stripe.paymentIntents.create(card, { idempotencyKey: 'k'.repeat(256) }))
    expect(long.statusCode).toBe(400)
    const elsewhere = await failure(stripe.customers.create({}, { idempotencyKey }))
    expect(elsewhere.type).toBe('StripeIdempotencyError')
  })

  test('a refusal is remembered, a request that could not be parsed is not', async () => {
    const { stripe } = await harness()
    const held = await stripe.paymentIntents.create({ ...card, capture_method: 'manual' })
    const capture = () => stripe.paymentIntents.capture(held.id, {}, { idempotencyKey })
    const first = await failure(capture())
    await stripe.paymentIntents.confirm(held.id, { payment_method: 'pm_card_visa' })
    expect((await failure(capture())).message).toBe(first.message)
    expect((await stripe.paymentIntents.capture(held.id)).status).toBe('succeeded')

    const key = { idempotencyKey: 'again' }
    await failure(stripe.paymentIntents.create({ amount: 1000, currency: '' }, key))
    expect((await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' }, key)).amount).toBe(1000)
  })

  test('a decline is remembered', async () => {
    const { stripe } = await harness()
    const pay = () =>
      stripe.paymentIntents.create(
        { ...card, confirm: true, payment_method: 'pm_card_visa_chargeDeclined' },
        { idempotencyKey },
      )
    const first = await failure(pay())
    expect((await failure(pay())).payment_intent?.id).toBe(first.payment_intent?.id)
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  test('two at once: the second is told that the key is in use', async () => {
    const { stripe, control } = await harness()
    await control('POST', 'faults', { operation: 'payment_intents.create', kind: 'latency', ms: 800 })
    const pay = () => stripe.paymentIntents.create(card, { idempotencyKey })
    const results = await Promise.allSettled([pay(), pay()])
    const error = results.find(result => result.status === 'rejected')?.reason
    expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use', type: 'StripeAPIError' })
    const id = results.find(result => result.status === 'fulfilled')?.value.id
    expect((await stripe.paymentIntents.create(card, { idempotencyKey })).id).toBe(id)
  })

  test('belong to an account, and are forgotten after a day', async () => {
    const { stripe, merchant, control } = await harness()
    const { options } = await merchant()
    const mine = await stripe.paymentIntents.create(card, { idempotencyKey })
    const theirs = await stripe.paymentIntents.create(card, { idempotencyKey, ...options })
    expect(theirs.id).not.toBe(mine.id)
    await control('POST', 'clock', { advance_seconds: 86_401 })
    expect((await stripe.paymentIntents.create(card, { idempotencyKey })).id).not.toBe(mine.id)
  })
})

describe('lists and expansion', () => {
  test('pages forwards, backwards and by itself', async () => {
    const { stripe } = await harness()
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.unshift((await stripe.paymentIntents.create(card)).id)
    const first = await stripe.paymentIntents.list({ limit: 3 })
    expect(first.data.map(item => item.id)).toEqual(ids.slice(0, 3))
    expect(first.has_more).toBe(true)
    const next = await stripe.paymentIntents.list({ limit: 3, starting_after: ids[2] ?? '' })
    expect(next.data.map(item => item.id)).toEqual(ids.slice(3, 6))
    const back = await stripe.paymentIntents.list({ limit: 2, ending_before: ids[3] ?? '' })
    expect(back.data.map(item => item.id)).toEqual(ids.slice(1, 3))
    const all: string[] = []
    for await (const intent of stripe.paymentIntents.list({ limit: 2 })) all.push(intent.id)
    expect(all).toEqual(ids)
    expect((await failure(stripe.paymentIntents.list({ limit: 101 }))).code).toBe('parameter_invalid_integer')
    expect((await failure(stripe.paymentIntents.list({ starting_after: 'pi_x' }))).code).toBe(
      'resource_missing',
    )
  })

  test('by time', async () => {
    const { stripe, control } = await harness()
    const old = await stripe.paymentIntents.create(card)
    await control('POST', 'clock', { advance_seconds: 3600 })
    const recent = await stripe.paymentIntents.create(card)
    const after = await stripe.events.list({ created: { gte: recent.created } })
    expect(after.data.map(event => Reflect.get(event.data.object, 'id'))).toEqual([recent.id])
    const before = await stripe.paymentIntents.list({ created: { lt: recent.created } })
    expect(before.data.map(item => item.id)).toEqual([old.id])
  })

  test('expands nested objects, in lists too', async () => {
    const { stripe, merchant } = await harness()
    const { options } = await merchant()
    const customer = await stripe.customers.create({ email: 'a@b.test' }, options)
    await stripe.paymentIntents.create(
      {
        ...card,
        customer: customer.id,
        confirm: true,
        payment_method: 'pm_card_visa',
        application_fee_amount: 1,
      },
      options,
    )
    const expand = [
      'data.latest_charge.application_fee',
      'data.customer',
      'data.payment_method',
      'data.application',
    ]
    const [intent] = (await stripe.paymentIntents.list({ expand }, options)).data
    expect(intent?.customer).toMatchObject({ email: 'a@b.test' })
    expect(intent?.payment_method).toMatchObject({ card: { last4: '4242' } })
    expect(intent?.latest_charge).toMatchObject({ application_fee: { object: 'application_fee', amount: 1 } })
    const error = await failure(stripe.paymentIntents.list({ expand: ['data.nonsense'] }, options))
    expect(error.message).toContain('cannot be expanded')
  })
})

describe('customers and payment methods', () => {
  test('from tokens, card numbers and bank accounts', async () => {
    const { stripe } = await harness()
    const customer = await stripe.customers.create({ name: 'Ann', metadata: { a: '1' } })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'Ann' })
    expect((await stripe.customers.update(customer.id, { name: 'Bea' })).name).toBe('Bea')
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '5555 5555 5555 4444', exp_month: 12, exp_year: 34, cvc: '123' },
      billing_details: { name: 'Ann', address: { country: 'US' } },
    })
    expect(method.card).toMatchObject({ brand: 'mastercard', last4: '4444', exp_year: 2034 })
    await stripe.paymentMethods.attach(method.id, { customer: customer.id })
    const attached = await stripe.paymentMethods.list({ customer: customer.id, type: 'card' })
    expect(attached.data.map(item => item.id)).toEqual([method.id])
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull()
    const bank = await stripe.paymentMethods.create({
      type: 'us_bank_account',
      us_bank_account: {
        account_number: '000123456789',
        routing_number: '110000000',
        account_holder_type: 'company',
      },
    })
    expect(bank.us_bank_account).toMatchObject({ last4: '6789', account_holder_type: 'company' })
  })

  test.each([
    [{ number: '4242424242424241', exp_month: 12, exp_year: 2034 }, 'incorrect_number'],
    [{ number: '4242424242424242', exp_month: 13, exp_year: 2034 }, 'invalid_expiry_month'],
    [{ number: '4242424242424242', exp_month: 12, exp_year: 2020 }, 'invalid_expiry_year'],
    [{ number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '1' }, 'invalid_cvc'],
  ])('%o is %s', async (number, code) => {
    const { stripe } = await harness()
    const error = await failure(stripe.paymentMethods.create({ type: 'card', card: number }))
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code })
  })

  test('a real card number is not a test card', async () => {
    const { stripe } = await harness()
    const error = await failure(
      stripe.paymentIntents.create({
        ...card,
        confirm: true,
        payment_method_data: {
          type: 'card',
          // Stripe's SDK leaves numbers out of this type; browsers send them.
          ...{ card: { number: '4111111111111111', exp_month: 12, exp_year: 2034 } },
        },
      }),
    )
    expect(error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
  })
})
