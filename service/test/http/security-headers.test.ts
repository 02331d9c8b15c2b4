import { expect, it } from 'vitest'
import { useService } from '../support/service.ts'

const service = useService()

it.each(['/healthz', '/v1/onboarding/status', '/nope', '/admin/v1/merchants', '/openapi.json'])(
  'the answer of %s may not be framed, sniffed, cached or run',
  async path => {
    const { headers } = await service.call('GET', path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  },
)

it('a page may load only its own files', async () => {
  for (const path of ['/problems', '/problems/not_found', '/docs', '/docs/', '/docs/admin']) {
    const { status, headers } = await service.call('GET', path)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).not.toMatch(/https?:|\*|unsafe-eval/)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})
