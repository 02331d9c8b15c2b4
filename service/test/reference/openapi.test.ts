import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Document, Operation } from '../../openapi/types.ts'
import { problemCodes } from '../../src/problems.ts'
import { useService } from '../support/service.ts'
import { findingsIn } from './openapi-findings.ts'

const service = useService()
const urls = ['/openapi.json', '/admin/openapi.json']

async function documentAt(url: string): Promise<Document> {
  return (await service.call('GET', url)).body
}

async function operations(...from: string[]): Promise<[string, Operation][]> {
  const documents = await Promise.all((from.length > 0 ? from : urls).map(documentAt))
  return documents.flatMap(document =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method} ${path}`,
        { ...operation, responses: resolved(document, operation.responses) },
      ]),
    ),
  )
}

function resolved({ components }: Document, responses: Operation['responses']): Operation['responses'] {
  const entries = Object.entries(responses).map(([status, response]) => {
    return [status, components.responses?.[response.$ref?.split('/').at(-1) ?? ''] ?? response]
  })
  return Object.fromEntries(entries)
}

const named = async (wanted: string) => {
  const found = (await operations()).find(([name]) => name === wanted)
  if (!found) throw new Error(`no ${wanted}`)
  return found[1]
}

describe.each(urls)('the OpenAPI document at %s', url => {
  it('is valid OpenAPI 3.1', async () => {
    const { body } = await service.call('GET', url)
    expect(body.openapi).toBe('3.1.0')
    expect(findingsIn(body)).toEqual([])
  })

  it('needs no credentials and is built once, not for each request', async () => {
    const { text } = await service.call('GET', url)
    const stringify = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => stringify.mockRestore())
    expect((await service.call('GET', url)).text).toBe(text)
    const written = stringify.mock.calls.filter(([value]) => value?.openapi !== undefined)
    expect(written).toEqual([])
  })

  it('defines each problem response once', async () => {
    const { paths, components } = await documentAt(url)
    const inline = Object.values(paths)
      .flatMap(Object.values<Operation>)
      .flatMap(({ operationId, responses }) =>
        Object.entries(responses)
          .filter(([status, { $ref }]) => Number(status) >= 400 && !$ref)
          .map(([status]) => `${operationId} ${status}`),
      )
    expect(inline).toEqual([])
    const texts = Object.values(components.responses ?? {}).map(response => JSON.stringify(response))
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('describes every tag that its operations have', async () => {
    const { tags } = await documentAt(url)
    const described = tags.map(({ name }) => name)
    const used = (await operations(url)).flatMap(([, operation]) => operation.tags ?? [])
    expect([...new Set(used)].sort()).toEqual(described.sort())
  })

  it('has the version of the package', async () => {
    const { version } = (await import('../../package.json', { with: { type: 'json' } })).default
    expect(await documentAt(url)).toMatchObject({ info: { version } })
  })
})

describe('the content of each document', () => {
  it('merchants find /v1, the processor’s webhook and their two ways to authenticate', async () => {
    const { paths, components } = await documentAt('/openapi.json')
    expect(Object.keys(paths).filter(path => !/^\/(v1|webhooks)\//.test(path))).toEqual([])
    expect(components.securitySchemes).toEqual({
      apiKey: expect.objectContaining({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }),
      bearer: expect.objectContaining({ type: 'http', scheme: 'bearer' }),
    })
  })

  it('operators find everything else, and their way to authenticate', async () => {
    const { paths, components } = await documentAt('/admin/openapi.json')
    const others = Object.keys(paths).filter(path => !/^\/(admin|console)\//.test(path))
    expect(others).toEqual(['/healthz', '/readyz', '/metrics'])
    expect(Object.keys(components.securitySchemes ?? {})).toEqual(['operatorToken'])
  })
})

describe('every operation', () => {
  it('has an id, a summary, its security, and an example of every problem', async () => {
    for (const [name, operation] of await operations()) {
      expect(operation.operationId, name).toBeTruthy()
      expect(operation.summary, name).toBeTruthy()
      const schemes = (operation.security ?? []).flatMap(entry => Object.keys(entry))
      if (name.includes('/v1/') && !name.includes('/admin/'))
        expect(schemes, name).toEqual(['apiKey', 'bearer'])
      if (name.includes('/admin/')) expect(schemes, name).toEqual(['operatorToken'])
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        const examples = response.content?.['application/problem+json']?.examples ?? {}
        expect(Object.keys(examples).length, `${name} ${status}`).toBeGreaterThan(0)
        for (const [code, { value }] of Object.entries(examples)) {
          expect(problemCodes).toContain(code)
          expect(value).toMatchObject({ code, status: Number(status) })
        }
      }
    }
  })

  it.each([
    ['post /v1/payments/intents', '200', ['Idempotent-Replayed', 'RateLimit-Remaining']],
    ['post /v1/payments/intents', '409', ['Retry-After']],
    ['post /v1/payments/intents', '401', ['WWW-Authenticate']],
    ['get /v1/payments', '429', ['Retry-After', 'RateLimit-Reset']],
    ['get /v1/terminal/readers', '200', ['Link']],
    ['get /healthz', '503', ['Retry-After']],
  ])('%s says which headers come with %s: %j', async (name, status, headers) => {
    const { responses } = await named(name)
    expect(Object.keys(responses[status]?.headers ?? {})).toEqual(expect.arrayContaining(headers))
  })

  it('has X-Correlation-Id on every answer', async () => {
    for (const [name, { responses }] of await operations()) {
      for (const [status, { headers }] of Object.entries(responses)) {
        expect(headers, `${name} ${status}`).toHaveProperty('X-Correlation-Id')
      }
    }
  })

  it('has 413 and 415 if there is a body', async () => {
    for (const [name, { requestBody, responses }] of await operations()) {
      if (requestBody) expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['413', '415']))
    }
  })

  it.each([
    ['post /v1/payments/intents', true],
    ['post /v1/terminal/locations', true],
    ['post /webhooks/processor', true],
    ['post /v1/payments/{id}/capture', false],
    ['post /v1/payments/{id}/refund', false],
    ['post /v1/terminal/connection-token', false],
    ['post /v1/onboarding/account', false],
    ['post /admin/v1/merchants/{merchantId}/keys/{keyId}/rotate', false],
  ])('%s needs a body: %s', async (name, required) => {
    expect((await named(name)).requestBody?.required).toBe(required)
  })

  it.each([
    ['post /v1/payments/intents', 'idempotency-key', true],
    ['post /v1/payments/{id}/refund', 'idempotency-key', false],
    ['post /webhooks/processor', 'Stripe-Signature', true],
  ])('%s takes %s; required: %s', async (name, header, required) => {
    const { parameters = [] } = await named(name)
    expect(parameters.find(one => one.name === header)?.required).toBe(required)
  })

  it('has both conflicts if it accepts an Idempotency-Key', async () => {
    for (const [name, { parameters = [], responses }] of await operations()) {
      if (!parameters.some(one => one.name === 'idempotency-key')) continue
      const examples = responses['409']?.content?.['application/problem+json']?.examples
      expect(Object.keys(examples ?? {}), name).toEqual(
        expect.arrayContaining(['idempotency_conflict', 'in_progress']),
      )
    }
  })

  it.each([
    ['get /healthz', '401'],
    ['get /readyz', '401'],
    ['get /v1/terminal/locations', '409'],
    ['get /v1/terminal/readers', '409'],
  ])('%s never answers %s', async (name, status) => {
    expect((await named(name)).responses).not.toHaveProperty(status)
  })
})
