import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { problemCodes } from '../../src/problems.ts'
import { useService } from '../support/service.ts'

const service = useService()

interface Operation {
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
