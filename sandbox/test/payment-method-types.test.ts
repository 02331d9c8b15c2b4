import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { failure, type Harness, harness } from './support/harness.ts'

/** Parameters that the SDK of the newest version no longer declares. */
function create({ stripe }: Harness, params: Record<string, unknown>, apiVersion?: string) {
  return stripe.rawRequest(
    'POST',
    '/v1/payment_intents',
    params,
    apiVersion ? { apiVersion } : {},
  ) as Promise<Stripe.PaymentIntent & Stripe.Response<unknown>>
}

const card = { amount: 1000, currency: 'usd', payment_method_types: ['card'] }

describe('payment_method_types', () => {
  test.each(['2026-08-26.dahlia', '2025-12-15.clover', '2024-06-20', '2023-10-16', '2022-11-15'])(
    'keeps its meaning in version %s',
    async version => {
      const h = await harness()
      const intent = await create(h, { ...card, confirm: true, payment_method: 'pm_card_visa' }, version)
      expect(intent).toMatchObject({
        status: 'succeeded',
        payment_method_types: ['card'],
        automatic_payment_methods: null,
        allowed_payment_method_types: null,
      })
    },
  )

  test('can be changed by an update, and by a confirmation', async () => {
    const h = await harness()
    const apiVersion = '2025-12-15.clover'
    const { id } = await create(h, card, apiVersion)
    const post = (path: string, params: object) =>
      h.stripe.rawRequest('POST', `/v1/payment_intents/${id}${path}`, { ...params }, { apiVersion })
    expect(await post('', { payment_method_types: ['card', 'us_bank_account'] })).toMatchObject({
      payment_method_types: ['card', 'us_bank_account'],
    })
    const wrong = { payment_method_types: ['card'], payment_method: 'pm_usBankAccount_success' }
    expect((await failure(post('/confirm', wrong))).code).toBe('payment_intent_incompatible_payment_method')
    const right = { payment_method_types: ['us_bank_account'], payment_method: 'pm_usBankAccount_success' }
    expect(await post('/confirm', right)).toMatchObject({ status: 'processing' })
  })

  test.each([undefined, '2026-09-30.endive'])('is no longer supported in %s', async version => {
    const error = await failure(create(await harness(), card, version))
    expect(error).toMatchObject({
      code: 'payment_method_types_no_longer_supported',
      param: 'payment_method_types',
    })
  })

  test('is read in any version by a sandbox that accepts any', async () => {
    const h = await harness({ anyVersion: true })
    expect(await create(h, card)).toMatchObject({ payment_method_types: ['card'] })
    expect(await create(h, card, '2019-12-03')).toMatchObject({ payment_method_types: ['card'] })
  })

  test.each([
    [{ automatic_payment_methods: { enabled: true } }, 'payment_method_types'],
    [{ allowed_payment_method_types: ['card'] }, 'allowed_payment_method_types'],
    [{ payment_method_types: ['carrier_pigeon'] }, 'payment_method_types[0]'],
  ])('cannot be combined with %j', async (params, param) => {
    const error = await failure(create(await harness(), { ...card, ...params }, '2026-08-26.dahlia'))
    expect(error).toMatchObject({ statusCode: 400, param })
  })

  test('works for setup intents', async () => {
    const { stripe } = await harness()
    const apiVersion = '2025-12-15.clover'
    const post = (path: string, params: object) =>
      stripe.rawRequest('POST', path, { ...params }, { apiVersion })
    const setup = await post('/v1/setup_intents', { payment_method_types: ['card'] })
    expect(setup).toMatchObject({ payment_method_types: ['card'], automatic_payment_methods: null })
    const error = await failure(
      stripe.rawRequest('POST', '/v1/setup_intents', { payment_method_types: ['card'] }),
    )
    expect(error.code).toBe('payment_method_types_no_longer_supported')
  })
})

describe('other effects of a version', () => {
  test.each([
    ['2022-11-15', 'automatic', ['card']],
    ['2023-10-16', 'automatic', expect.arrayContaining(['card', 'klarna'])],
    ['2024-04-10', 'automatic_async', expect.arrayContaining(['card', 'klarna'])],
  ])('%s captures %s and offers %s', async (version, capture_method, payment_method_types) => {
    const intent = await create(await harness(), { amount: 1000, currency: 'usd' }, version)
    expect(intent).toMatchObject({ capture_method, payment_method_types })
  })
})
