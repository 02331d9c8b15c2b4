import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { useService } from '../support/service.ts'

const consolePages = mkdtempSync(join(tmpdir(), 'svcpay-pages-'))
const service = useService({ consolePages })
const get = (path: string, headers = {}) => service.call('GET', path, { headers })

const build = () => {
  mkdirSync(join(consolePages, 'assets'), { recursive: true })
  writeFileSync(join(consolePages, 'assets/index-B4x_9-Qz.js'), 'console.log(1)'.repeat(1000))
  writeFileSync(join(consolePages, 'icon.svg'), '<svg/>')
  writeFileSync(join(consolePages, 'secret.txt'), 'not a page')
  writeFileSync(
    join(consolePages, 'index.html'),
    '<!doctype html><html><head><meta name="session" content="unknown" /></head><body>console</body></html>',
  )
}

afterAll(() => rmSync(consolePages, { recursive: true }))

describe('the console’s pages', () => {
  it('answer with a clear problem until they are built, then appear', async () => {
    expectProblem(await get('/console'), 'unavailable', { detail: expect.stringContaining('npm run build') })
    build()
    expect((await get('/console')).text).toContain('console')
  })

  it.each(['/console', '/console/', '/console/payments', '/console/payments/svcpay_x', '/console/sign-in'])(
    '%s is the app, never cached, and runs only its own scripts',
    async path => {
      build()
      const { status, headers } = await get(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-cache')
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
      )
    },
  )

  it.each([
    ['other=1', 'none'],
    ['other=1; svc_console=any', 'operator'],
    ['svc_console=svc_por_any', 'portal'],
  ])('sent to a browser with the cookie %s name its session as %s', async (cookie, kind) => {
    build()
    expect((await get('/console', { cookie })).text).toContain(`name="session" content="${kind}"`)
  })

  it.each(['br', 'gzip'])(
    'are sent compressed (%s), and cached if their name contains a digest',
    async encoding => {
      build()
      const { status, headers, text } = await get('/console/assets/index-B4x_9-Qz.js', {
        'accept-encoding': encoding,
      })
      expect(status).toBe(200)
      expect(text).toBe('console.log(1)'.repeat(1000))
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect((await get('/console/icon.svg')).headers.get('cache-control')).toBe('no-cache')
    },
  )

  it.each([
    '/console/assets/nope.js',
    '/console/secret.txt',
    '/console/../package.json',
    '/console/%2e%2e/%2e%2e/package.json',
    '/console/..%2f..%2fpackage.json',
    '/console/assets/..%5c..%5cpackage.json',
  ])('%s is not found', async path => {
    build()
    expectProblem(await get(path), 'not_found')
  })
})
