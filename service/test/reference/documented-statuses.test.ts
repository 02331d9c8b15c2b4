import { describe, expect, it } from 'vitest'
import { newKey, usePaying } from '../support/paying.ts'
import { sendRaw } from '../support/raw-request.ts'
import type { Call } from '../support/service.ts'

// `service.call` itself compares every answer with the document.
const paying = usePaying()
const limited = usePaying({ env: { SVC_RATE_LIMIT_PER_SECOND: '1' } })

interface Operation {
  method: string
  path: string
  statuses: string[]
  example: unknown
}

interface Documented {
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}

async function operations(): Promise<Operation[]> {
  const documents = ['/openapi.json', '/admin/openapi.json'].map(path => paying.service.call('GET', path))
  const paths = (await Promise.all(documents)).flatMap(({ body }) =>
    Object.entries<Record<string, Documented>>(body.paths),
  )
  return paths.flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path: template.replaceAll(/\{\w+\}/g, 'nothing'),
      statuses: Object.keys(responses),
      example: requestBody?.content['application/json']?.example,
    })),
  )
}

const json = { 'content-type': 'application/json' }
const huge = JSON.stringify({ x: 'x'.repeat(600 * 1024) })

const oddities: Call[] = [
  {},
  { raw: '{', headers: json },
  { raw: '{"unknown":true}', headers: json },
  { raw: 'text', headers: { 'content-type': 'text/plain' } },
  { raw: 'text', headers: { 'content-type': 'nonsense' } },
  { raw: huge, headers: json },
  { headers: { 'idempotency-key': 'x'.repeat(300) } },
  { headers: { 'idempotency-key': 'a\tb' } },
]

describe('every operation answers only what its documentation lists', () => {
  it('without credentials, with wrong ones, and to invalid requests', async () => {
    const seen = new Set<number>()
    for (const { method, path, example } of await operations()) {
      const withBody = method === 'GET' ? [] : oddities
      const idempotent = { 'idempotency-key': newKey() }
      const calls: Call[] = [
        {},
        { key: 'svc_live_nobody_nothing' },
        { headers: { authorization: 'Bearer nonsense' } },
        { body: example, headers: idempotent },
        ...withBody.map(call => ({ ...call, headers: { ...idempotent, ...call.headers } })),
      ].map(call => (method === 'GET' ? { ...call, body: undefined } : call))
      const known = path.startsWith('/admin/') ? { operator: true } : { key: paying.merchant.apiKey }
      const answers = await Promise.all(
        calls.map((call, i) => paying.service.call(method, path, i < 3 ? call : { ...known, ...call })),
      )
      for (const { status } of answers) seen.add(status)
    }
    expect([...seen].sort()).toEqual(expect.arrayContaining([200, 400, 401, 404, 413, 415]))
  })

  it('to a request without Host: 400', async () => {
    for (const { method, path, statuses } of await operations()) {
      const { status } = await sendRaw(
        paying.service.url,
        `${method} ${path} HTTP/1.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      )
      expect(statuses, `${method} ${path}`).toContain(String(status))
    }
  })

  it('to too many requests under /v1: 429', async () => {
    const key = limited.merchant.apiKey
    for (const { method, path } of await operations()) {
      if (!path.startsWith('/v1/')) continue
      const headers = { 'idempotency-key': newKey() }
      const calls = Array.from({ length: 4 }, () => limited.service.call(method, path, { key, headers }))
      expect((await Promise.all(calls)).map(({ status }) => status)).toContain(429)
    }
  })

  it('with 500 and 503 listed for every one', async () => {
    for (const { method, path, statuses } of await operations()) {
      expect(statuses, `${method} ${path}`).toEqual(expect.arrayContaining(['500', '503']))
    }
  })

  it.each([
    '/v1/payments/intents',
    '/v1/payments/nothing/refund',
    '/v1/terminal/readers',
    '/v1/onboarding/link',
  ])('with 502 and 504 listed for calls to the processor: %s', async wanted => {
    const operation = (await operations()).find(({ method, path }) => method === 'POST' && path === wanted)
    expect(operation?.statuses).toEqual(expect.arrayContaining(['400', '401', '429', '502', '504']))
  })
})
