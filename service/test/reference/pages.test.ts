import { describe, expect, it } from 'vitest'
import { useService } from '../support/service.ts'

const service = useService()

const linksOf = (html: string) => [...html.matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, path = '']) => path)

describe('whoever opens the service in a browser', () => {
  it.each([
    ['/', 'A payments API for platforms'],
    ['/problems', 'Idempotency conflict'],
    ['/problems/in_progress', 'In progress'],
    ['/docs', 'Getting started'],
    ['/docs/', 'Getting started'],
    ['/docs/admin', 'Operate svcpay'],
  ])('finds a page at %s, and everything it links to', async (path, text) => {
    const page = await service.call('GET', path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.text).toContain(text)
    const links = new Set(linksOf(page.text))
    expect(links.size).toBeGreaterThan(2)
    for (const link of links) expect((await service.call('GET', link)).status, link).toBe(200)
  })

  it('can load nothing from elsewhere there', async () => {
    const { headers, text } = await service.call('GET', '/docs')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })
})
