import { describe, expect, test } from 'vitest'
import { failure, harness } from './support/harness.ts'

describe('bad input', () => {
  const cases: [string, Record<string, string>, object][] = [
    ['a missing amount', { currency: 'usd' }, { code: 'parameter_missing', param: 'amount' }],
    ['an unknown parameter', { ...base(), foo: '1' }, { code: 'parameter_unknown', param: 'foo' }],
    [
      'an unknown nested one',
      { ...base(), 'payment_method_data[type]': 'card', 'payment_method_data[x]': '1' },
      { code: 'parameter_unknown', param: 'payment_method_data[x]' },
    ],
    [
      'payment_method_types',
      { ...base(), 'payment_method_types[]': 'card' },
      { code: 'payment_method_types_no_longer_supported' },
    ],
    ['no integer', { ...base(), amount: '10.5' }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['an empty value', { ...base(), amount: '' }, { code: 'parameter_invalid_empty', param: 'amount' }],
    ['too little', { ...base(), amount: '49' }, { code: 'amount_too_small', param: 'amount' }],
    ['too much', { ...base(), amount: '100000000' }, { code: 'amount_too_large', param: 'amount' }],
    ['an unknown currency', { ...base(), currency: 'xxx' }, { param: 'currency' }],
    ['a wrong choice', { ...base(), capture_method: 'later' }, { param: 'capture_method' }],
    ['an unknown customer', { ...base(), customer: 'cus_x' }, { code: 'resource_missing' }],
    [
      'a confirmation without a payment method',
      { ...base(), confirm: 'true' },
      { code: 'payment_intent_unexpected_state' },
    ],
    [
      'an option that would change the outcome',
      { ...base(), 'payment_method_options[card][capture_method]': 'manual' },
      { param: 'payment_method_options[card][capture_method]' },
    ],
    [
      'a feature that the sandbox does not simulate',
      { ...base(), on_behalf_of: 'acct_x' },
      { param: 'on_behalf_of' },
    ],
  ]

  function base() {
    return { amount: '1000', currency: 'usd' }
  }

  test.each(cases)("%s is refused in Stripe's words, and nothing changes", async (_name, form, expected) => {
    const { sandbox, control } = await harness()
    const before = await control('GET', 'state')
    const response = await fetch(`${sandbox.url}/v1/payment_intents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandbox.secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form),
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('request-id')).toMatch(/^req_/)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', ...expected } })
    expect((await control('GET', 'state')).counts).toEqual(before.counts)
  })

  test.each([
    'amount[a]=1&currency=usd',
    'amount=1000&currency[]=usd',
    'amount=1000&currency=usd&metadata=x',
    'amount=1000&currency=usd&metadata[a][b]=x',
    'amount=1000&currency=usd&expand=latest_charge',
    'amount=1000&currency=usd&expand[]=constructor',
    'amount=1000&currency=usd&expand[]=__proto__',
    'amount=1000&currency=usd&expand[]=latest_charge.amount.x&confirm=true',
    'amount=1000&currency=usd&allowed_payment_method_types=card',
    'amount=1000&currency=usd&allowed_payment_method_types[]=constructor',
    'amount=1000&currency=usd&payment_method=constructor',
    'amount=1000&currency=usd&payment_method_data[type]=toString',
    'amount=1000&currency=usd&payment_method_data[type]=card&payment_method_data[card]=x',
    'amount=1000&currency=usd&automatic_payment_methods[enabled]=maybe',
    'amount=1e3&currency=usd',
    'amount=%&currency=usd',
    'amount=1000&currency=usd&%',
    'toString=1&__proto__[x]=1&amount=1000&currency=usd',
    'amount=1000&currency=constructor',
    '[]=1&[=2&]=3',
  ])('the body %s is refused with a 400, not a crash', async body => {
    const { sandbox, control } = await harness()
    const headers = { authorization: `Bearer ${sandbox.secretKey}` }
    const response = await fetch(`${sandbox.url}/v1/payment_intents`, { method: 'POST', headers, body })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { message: expect.any(String) } },
    ])
    expect((await control('GET', 'state')).counts).toMatchObject({
      payment_intent: 0,
      payment_method: 0,
      event: 0,
    })
  })

  test('keys', async () => {
    const { client, sandbox } = await harness()
    const wrong = await failure(client('sk_test_wrong_key_1234').paymentIntents.list())
    expect(wrong).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      code: 'invalid_api_key',
    })
    expect(wrong.message).not.toContain('wrong_key')
    const publishable = await failure(client(sandbox.publishableKey).paymentIntents.list())
    expect(publishable).toMatchObject({ statusCode: 403, code: 'secret_key_required' })
    const none = await fetch(`${sandbox.url}/v1/payment_intents`)
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Stripe"'])
  })

  test('a payment intent that does not exist', async () => {
    const { stripe } = await harness()
    const error = await failure(stripe.paymentIntents.retrieve('pi_x'))
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'intent' })
    expect(error.raw).toMatchObject({
      request_log_url: `https://dashboard.stripe.com/acct_1SandboxPlatform0/test/workbench/logs?object=${error.requestId}`,
    })
  })

  test('an address that does not exist', async () => {
    const { stripe } = await harness()
    const error = await failure(stripe.rawRequest('GET', '/v1/nonsense'))
    expect(error).toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' })
    expect(error.message).toContain('Unrecognized request URL (GET: /v1/nonsense)')
  })

  test('other keys can be chosen', async () => {
    const { stripe } = await harness({ secretKey: 'sk_test_mine', publishableKey: 'pk_test_mine' })
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })
})
