import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { useService } from '../support/service.ts'

const service = useService()
const json = { 'content-type': 'application/json' }
const kibibytes64 = 64 * 1024

async function post(raw: string | Buffer, headers: Record<string, string> = json) {
  const [before] = await service.db`select count(*) from merchants`
  const answer = await service.call('POST', '/admin/v1/merchants', { operator: true, raw, headers })
  const [after] = await service.db`select count(*) from merchants`
  if (answer.status !== 201) expect(after).toEqual(before)
  return answer
}

describe('a body that is not JSON', () => {
  it.each([
    '{',
    '{"name":}',
    'name=x',
    "{'name':'x'}",
    '{"name":"x"} {}',
    '\ufeff{"name":"x"',
    'undefined',
    'NaN',
    '\u0000',
    '['.repeat(10_000),
  ])('%j is an invalid request', async raw => {
    expectProblem(await post(raw), 'invalid_request')
  })

  it('is an invalid request when it is not UTF-8', async () => {
    const raw = Buffer.concat([Buffer.from('{"name":"'), Buffer.of(0xff, 0xc0, 0x80), Buffer.from('"}')])
    expectProblem(await post(raw), 'invalid_request', { detail: 'The body is not valid UTF-8.' })
  })
})

describe('a value in the wrong form', () => {
  it.each([
    [{ name: '' }, 'must not be empty'],
    [{ name: 'x'.repeat(3000) }, expect.stringMatching(/^must have at most \d+ characters$/)],
  ])('is explained in words: %j', async (body, message) => {
    const { body: problem } = await post(JSON.stringify(body))
    expect(problem.errors).toEqual([{ path: 'name', message }])
  })
})

describe('a body of another shape', () => {
  it.each(['[]', '[{"name":"x"}]', '"x"', '5', 'true', 'null', '{"name":{"first":"x"}}', '{"name":["x"]}'])(
    '%s is an invalid request with its errors',
    async raw => {
      const answer = await post(raw)
      expectProblem(answer, 'invalid_request')
      expect(answer.body.errors.length).toBeGreaterThan(0)
    },
  )

  it.each([
    '{"name":"x","__proto__":{"feeBps":0}}',
    '{"__proto__":{"name":"x"}}',
    '{"name":"x","constructor":{"prototype":{"feeBps":0}}}',
    '{"name":"x","\\u005f_proto__":{}}',
  ])('%s reaches no prototype', async raw => {
    expectProblem(await post(raw), 'invalid_request')
    expect(({} as { feeBps?: number }).feeBps).toBeUndefined()
  })

  it('lists only the first errors if there are very many, and says so', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`field${i}`, 1]))
    const answer = await post(JSON.stringify({ name: 'x', ...unknown }))
    expectProblem(answer, 'invalid_request', {
      detail: 'The body is not valid. Only the first 20 errors are listed.',
    })
    expect(answer.body.errors).toHaveLength(20)
  })

  it('lists every error with its path', async () => {
    const { body } = await post('{"nmae":"x","feeBps":"100","feeFixedCents":-1}')
    const places = body.errors.map((error: { path: string }) => error.path)
    expect(new Set(places)).toEqual(new Set(['name', 'nmae', 'feeBps', 'feeFixedCents']))
    for (const error of body.errors) expect(Object.keys(error)).toEqual(['path', 'message'])
  })

  it('lists each error once', async () => {
    const { body } = await service.admin('POST', '/merchants', { name: 'x', feeBps: 20_000 })
    expect(body.errors).toEqual([{ path: 'feeBps', message: expect.stringContaining('10000') }])
  })

  it.each(['nope', 7, ['dead']])('lists the allowed values once, when the value is %j', async state => {
    const { body } = await service.admin('POST', '/deliveries/redeliver', { state })
    const choices = body.errors.filter((error: { message: string }) => error.message.includes('one of'))
    expect(choices).toEqual([
      { path: 'state', message: 'must be one of undelivered, pending, delivered, dead' },
    ])
    expect(body.errors.length).toBeLessThanOrEqual(2)
  })
})

describe('no body', () => {
  it.each([undefined, ''])('(%j) counts as {} if every field is optional', async raw => {
    const { merchantId } = await service.createMerchant()
    const path = `/admin/v1/merchants/${merchantId}/keys`
    const answer = await service.call('POST', path, {
      operator: true,
      ...(raw === undefined ? {} : { raw, headers: json }),
    })
    expect(answer.status).toBe(201)
    expect(answer.body.label).toBeNull()
  })

  it('is an invalid request if a field is required', async () => {
    expectProblem(await post(''), 'invalid_request', { errors: [{ path: 'name', message: 'is required' }] })
  })
})

describe('the size of a body', () => {
  const padded = (bytes: number) => '{"name":"x"}'.padEnd(bytes, ' ')
  const streamed = (text: string) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(text))
        controller.close()
      },
    })

  it('may be 64 KiB', async () => {
    expect((await post(padded(kibibytes64))).status).toBe(201)
  })

  it('must not be larger by a single byte', async () => {
    const answer = await post(padded(kibibytes64 + 1))
    expectProblem(answer, 'payload_too_large', { detail: expect.stringContaining('65536') })
  })

  it.each([
    [kibibytes64, 201],
    [kibibytes64 + 1, 413],
  ])('is limited even if it is not declared: %s bytes give %s', async (bytes, status) => {
    const response = await fetch(`${service.url}/admin/v1/merchants`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${service.config.operatorToken}` },
      body: streamed(padded(bytes)),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(status)
    const { code } = (await response.json()) as { code?: string }
    expect(code).toBe(status === 413 ? 'payload_too_large' : undefined)
  })
})

describe('the media type', () => {
  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/merge-patch+json',
    'nonsense',
  ])('%s is not supported', async type => {
    expectProblem(await post('{"name":"x"}', { 'content-type': type }), 'unsupported_media_type')
  })

  it('is required', async () => {
    const response = await post(Buffer.from('{"name":"x"}'), {})
    expectProblem(response, 'unsupported_media_type')
  })

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])(
    '%s is JSON',
    async type => {
      expect((await post('{"name":"x"}', { 'content-type': type })).status).toBe(201)
    },
  )
})

it('credentials are checked before the body', async () => {
  const answer = await service.call('POST', '/admin/v1/merchants', { raw: '{', headers: json })
  expectProblem(answer, 'unauthorized')
})
