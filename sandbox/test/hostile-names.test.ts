import { describe, expect, test } from 'vitest'
import { type Harness, harness } from './support/harness.ts'

const base = 'amount=1000&currency=usd'

interface Answer {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly metadata: Record<string, string>
  readonly enabled_events: string[]
  readonly latest_charge: { object: string }
  readonly error: { type: string; code: string; param: string; message: string }
}

async function call({ sandbox }: Harness, path: string, init: RequestInit) {
  const headers = { authorization: `Bearer ${sandbox.secretKey}` }
  const response = await fetch(`${sandbox.url}${path}`, { headers, ...init })
  return { status: response.status, body: (await response.json()) as Answer }
}

function post(sandbox: Harness, path: string, body: string) {
  return call(sandbox, path, { method: 'POST', body })
}

function get(sandbox: Harness, path: string) {
  return call(sandbox, path, {})
}

describe('parameters with hostile names', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'])(
    '%s is an unknown parameter, alone and as a hash',
    async name => {
      const sandbox = await harness()
      for (const [pair, param] of [
        [`${name}=1`, name],
        [`${name}[polluted]=1`, name],
        [`shipping[${name}]=1`, `shipping[${name}]`],
        [`shipping[address][${name}][x]=1`, `shipping[address][${name}]`],
      ]) {
        const { status, body } = await post(sandbox, '/v1/payment_intents', `${base}&${pair}`)
        expect([pair, status, body.error.code, body.error.param]).toEqual([
          pair,
          400,
          'parameter_unknown',
          param,
        ])
      }
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    },
  )

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    '0',
    'a.b',
    'a]b',
    'ключ',
    ' ',
  ])('metadata keeps the key %j', async key => {
    const sandbox = await harness()
    const { status, body } = await post(
      sandbox,
      '/v1/payment_intents',
      `${base}&metadata[${encodeURIComponent(key)}]=kept`,
    )
    // Stripe, too, ends a name at the first closing bracket.
    const kept = key === 'a]b' ? 'a' : key
    expect([status, Object.entries(body.metadata)]).toEqual([200, [[kept, 'kept']]])
    const again = await get(sandbox, `/v1/payment_intents/${body.id}`)
    expect(Object.entries(again.body.metadata)).toEqual([[kept, 'kept']])
  })

  test.each(['__proto__', 'constructor', 'toString', 'a%2Fb'])(
    'an object with the id %s does not exist',
    async id => {
      const sandbox = await harness()
      const { status, body } = await get(sandbox, `/v1/payment_intents/${id}`)
      expect([status, body.error.code]).toEqual([404, 'resource_missing'])
    },
  )

  test.each([
    '/v1/payment_intents/',
    '/v1/payment_intents//capture',
    '/v1//payment_intents',
    '/v1/__proto__',
    '/v1/constructor/pi_1',
    '/v1/PAYMENT_INTENTS',
    '/v1/payment_intents/pi_1/capture/more',
    '/v1/payment_intents;x=1',
    '/v1/%70ayment_intent',
    '/v1/payment_intents/%',
    '/v1/payment_intents/%zz',
    '/v1/payment_intents/%E0%A4%A',
    `/v1/payment_intents/${'a'.repeat(600)}`,
  ])('there is nothing at %s', async path => {
    const sandbox = await harness()
    const { status, body } = await get(sandbox, path)
    expect([status, body.error.message]).toEqual([404, expect.stringContaining('Unrecognized request URL')])
  })
})

describe('lists and duplicates', () => {
  test.each([
    ['expand[]=latest_charge', 'expand[]'],
    ['expand[0]=latest_charge', 'expand[0]'],
    ['expand[]=latest_charge&expand[]=customer', 'twice expand[]'],
    ['expand[0]=latest_charge&expand[1]=customer', 'expand[0] and expand[1]'],
    ['expand[7]=latest_charge', 'a list that starts at 7'],
    ['expand[999999]=latest_charge', 'a list with a huge index'],
    ['expand%5B%5D=latest_charge', 'encoded brackets'],
  ])('%s is a list', async pair => {
    const sandbox = await harness()
    const pay = `${base}&allowed_payment_method_types[]=card&confirm=true&payment_method=pm_card_visa`
    const { status, body } = await post(sandbox, '/v1/payment_intents', `${pay}&${pair}`)
    expect([status, body.latest_charge.object]).toEqual([200, 'charge'])
  })

  test('a list keeps its order, however its indexes are written', async () => {
    const sandbox = await harness()
    for (const list of [
      'enabled_events[]=charge.failed&enabled_events[]=charge.expired&enabled_events[]=charge.captured',
      'enabled_events[0]=charge.failed&enabled_events[1]=charge.expired&enabled_events[2]=charge.captured',
      'enabled_events[2]=charge.captured&enabled_events[0]=charge.failed&enabled_events[1]=charge.expired',
    ]) {
      const { body } = await post(sandbox, '/v1/webhook_endpoints', `url=http://localhost:1/&${list}`)
      expect(body.enabled_events).toEqual(['charge.failed', 'charge.expired', 'charge.captured'])
    }
  })

  test('of a name that occurs twice, the last value counts', async () => {
    const sandbox = await harness()
    const { body } = await post(
      sandbox,
      '/v1/payment_intents',
      'amount=1&amount=2000&currency=xxx&currency=usd&metadata[a]=1&metadata[a]=2',
    )
    expect([body.amount, body.currency, body.metadata]).toEqual([2000, 'usd', { a: '2' }])
  })

  test('text and a hash of the same name are refused, not mixed', async () => {
    const sandbox = await harness()
    for (const pairs of ['amount=1000&amount[a]=1', 'amount[a]=1&amount[]=2']) {
      const { status } = await post(sandbox, '/v1/payment_intents', `currency=usd&${pairs}`)
      expect([pairs, status]).toEqual([pairs, 400])
    }
  })

  test('a value may hold anything', async () => {
    const sandbox = await harness()
    const value = 'a=b&c[d]=é %+"\'\\\u0000😀'
    const pair = new URLSearchParams({ 'metadata[x]': value })
    const { body } = await post(sandbox, '/v1/payment_intents', `${base}&${pair}`)
    expect(body.metadata).toEqual({ x: value })
  })
})

describe('excessive input', () => {
  test('deep nesting is refused quickly', async () => {
    const sandbox = await harness()
    const name = `metadata${'[a]'.repeat(50_000)}`
    const { status, body } = await post(sandbox, '/v1/payment_intents', `${base}&${name}=1`)
    expect([status, body.error.type]).toEqual([400, 'invalid_request_error'])
  })

  test('thousands of parameters are all read', async () => {
    const sandbox = await harness()
    const many = Array.from({ length: 20_000 }, (_, n) => `unknown${n}=1`).join('&')
    const { status, body } = await post(sandbox, '/v1/payment_intents', `${many}&${base}`)
    expect([status, body.error.code]).toEqual([400, 'parameter_unknown'])
    const events = Array.from({ length: 3000 }, () => 'enabled_events[]=charge.failed').join('&')
    const endpoint = await post(sandbox, '/v1/webhook_endpoints', `url=http://localhost:1/&${events}`)
    expect(endpoint.body.enabled_events).toHaveLength(3000)
    // A parameter after them is read as well.
    const after = await post(sandbox, '/v1/webhook_endpoints', `url=http://localhost:1/&${events}&x=1`)
    expect([after.status, after.body.error.param]).toEqual([400, 'x'])
  })

  test('a body of brackets and ampersands takes no time', async () => {
    const sandbox = await harness()
    const began = performance.now()
    for (const piece of ['[', ']', '&', 'a[]&', 'metadata[]&', 'a[][]&', '%5B']) {
      expect((await post(sandbox, '/v1/payment_intents', piece.repeat(90_000))).status).toBe(400)
    }
    // At quadratic cost it took more than twenty seconds.
    expect(performance.now() - began).toBeLessThan(15_000)
  })
})

describe('empty and broken names', () => {
  test.each(['=1', '[]=1', '[a]=1', '[=1', ']=1', '[[]]=1'])('%s is refused', async pair => {
    const sandbox = await harness()
    const { status } = await post(sandbox, '/v1/payment_intents', `${base}&${pair}`)
    expect(status).toBe(400)
  })

  test.each(['%', '%zz', 'a%', 'metadata[a]=%E0%A4%A', 'metadata[%]=1', 'metadata[a]=%ff'])(
    'the encoding of %s is refused',
    async pair => {
      const sandbox = await harness()
      const { status, body } = await post(sandbox, '/v1/payment_intents', `${base}&${pair}`)
      expect([status, body.error.type]).toEqual([400, 'invalid_request_error'])
    },
  )

  test('empty pairs are ignored', async () => {
    const sandbox = await harness()
    const { status } = await post(sandbox, '/v1/payment_intents', `&&${base}&&`)
    expect(status).toBe(200)
  })
})
