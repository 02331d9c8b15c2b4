import { describe, expect, it } from 'vitest'
import { useService } from '../support/service.ts'

const service = useService()

const linksOf = (html: string) => [...html.matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, path = '']) => path)

describe('a browser that opens the service', () => {
  it.each([
    ['/problems', 'Idempotency conflict'],
    ['/problems/in_progress', 'In progress'],
    ['/docs', 'Take payments with svcpay'],
    ['/docs/', 'Take payments with svcpay'],
    ['/docs/admin', 'Operator API'],
    ['/docs/callbacks', 'Svc-Signature'],
  ])('finds a page at %s, and everything it links to', async (path, text) => {
    const page = await service.call('GET', path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.text).toContain(text)
    const links = new Set(linksOf(page.text))
    expect(links.size).toBeGreaterThan(2)
    for (const link of links)
      expect((await service.call('GET', link)).status, link).toBe(link === '/' ? 302 : 200)
  })

  it('is redirected from / to the documentation', async () => {
    expect((await service.call('GET', '/')).headers.get('location')).toBe('/docs')
  })

  it.each(['/docs/no-such-page', `/docs/${'x'.repeat(300)}`])(
    'gets a page with links instead of a missing page of the documentation',
    async path => {
      const page = await service.call('GET', path, { headers: { accept: 'text/html,*/*;q=0.8' } })
      expect(page.status).toBe(404)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.text).toContain('There is no such page')
      expect(page.text).toContain('aria-label="Search the docs"')
      expect(linksOf(page.text)).toContain('/docs')
      // a program gets a problem, as on any other path
      const { status, headers } = await service.call('GET', path)
      expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    },
  )

  it('can load nothing from elsewhere', async () => {
    const { headers, text } = await service.call('GET', '/docs')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })

  it('can search for each word of a table', async () => {
    const { text } = await service.call('GET', '/docs/search.json')
    expect(text.includes('payment_intent.canceled The payment was canceled.')).toBe(true)
  })

  it('finds every other guide from each guide, and every linked heading', async () => {
    const { text: index } = await service.call('GET', '/docs')
    const guides = new Set(linksOf(index).filter(path => /^\/docs\/[\w-]+$/.test(path)))
    expect(guides.size).toBeGreaterThan(15)
    const texts = new Map<string, string>()
    for (const path of ['/docs', ...guides]) texts.set(path, (await service.call('GET', path)).text)
    const missing = [...texts].flatMap(([from, text]) =>
      [...text.matchAll(/href="(\/docs[^"#]*)?#([^"]+)"/g)]
        .filter(([, path = from, id]) => !texts.get(path)?.includes(` id="${id}"`))
        .map(([link]) => `${from}: ${link}`),
    )
    expect(missing).toEqual([])
    for (const [path, text] of texts) {
      for (const other of guides) expect(text, path).toContain(`href="${other}"`)
    }
  })
})
