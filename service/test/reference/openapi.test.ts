import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { problemCodes } from '../../src/problems.ts'
import { useService } from '../support/service.ts'

const service = useService()

interface Operation {
  parameters?: { in: string; name: string; required: boolean }[]
  requestBody?: { required: boolean }
  operationId?: string
  summary?: string
  security?: Record<string, unknown>[]
  responses: Record<string, { content?: Record<string, { examples?: Record<string, unknown> }> }>
}

async function operations(): Promise<[string, Operation][]> {
  const { body } = await service.call('GET', '/openapi.json')
  return Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  )
}

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 and passes the linter’s recommended rules', async () => {
    const { text, body } = await service.call('GET', '/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    const config = await createConfig({ extends: ['recommended'] })
    const findings = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
    const readable = findings.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`,
    )
    expect(readable).toEqual([])
  })

  it('is written once, not for each request', async () => {
    const { text } = await service.call('GET', '/openapi.json')
    const stringify = vi.spyOn(JSON, 'stringify')
    onTestFinished(() => stringify.mockRestore())
    expect((await service.call('GET', '/openapi.json')).text).toBe(text)
    const written = stringify.mock.calls.filter(([value]) => value?.openapi !== undefined)
    expect(written).toEqual([])
  })

  it('names both ways to authenticate and the operator token', async () => {
    const { body } = await service.call('GET', '/openapi.json')
    expect(body.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      bearer: { type: 'http', scheme: 'bearer' },
      operatorToken: { type: 'http', scheme: 'bearer' },
    })
  })

  it('gives every operation an id, a summary, its security and its problems with examples', async () => {
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
        for (const code of Object.keys(examples)) expect(problemCodes).toContain(code)
      }
    }
  })
})

describe('what the document promises of a call', () => {
  const named = async (wanted: string) => {
    const found = (await operations()).find(([name]) => name === wanted)
    if (!found) throw new Error(`no ${wanted}`)
    return found[1]
  }

  it('has 413 and 415 wherever there is a body', async () => {
    for (const [name, { requestBody, responses }] of await operations()) {
      if (requestBody) expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['413', '415']))
    }
  })

  it.each([
    ['post /v1/payments/intents', true],
    ['post /v1/terminal/locations', true],
    ['post /v1/payments/{id}/capture', false],
    ['post /v1/payments/{id}/refund', false],
    ['post /v1/terminal/connection-token', false],
    ['post /v1/onboarding/account', false],
    ['post /admin/v1/merchants/{merchantId}/keys/{keyId}/rotate', false],
  ])('%s needs a body: %s', async (name, required) => {
    expect((await named(name)).requestBody?.required).toBe(required)
  })

  it.each([
    ['post /v1/payments/intents', true],
    ['post /v1/payments/{id}/refund', false],
  ])('%s needs an Idempotency-Key: %s', async (name, required) => {
    const { parameters = [] } = await named(name)
    expect(parameters.find(one => one.name === 'idempotency-key')?.required).toBe(required)
  })

  it('has both conflicts wherever there may be an Idempotency-Key', async () => {
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

describe('the interactive reference', () => {
  it('is served with everything it needs, and may load nothing from elsewhere', async () => {
    const page = await service.call('GET', '/docs')
    const html = page.status === 302 ? await service.call('GET', page.headers.get('location') ?? '') : page
    expect(html.status).toBe(200)
    expect(html.text).toContain('svcpay API reference')
    expect(html.headers.get('content-security-policy')).toContain("default-src 'self'")
    const assets = [...html.text.matchAll(/(?:src|href)="([^"]+\.(?:js|css|png))"/g)].map(
      match => match[1] ?? '',
    )
    expect(assets.length).toBeGreaterThan(2)
    for (const asset of assets) {
      expect(asset).not.toMatch(/^https?:/)
      const path = new URL(asset, `${service.url}/docs/`).pathname
      expect((await service.call('GET', path)).status, asset).toBe(200)
    }
  })
})
