import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished } from 'vitest'

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Beyond watching: no name but this machine's resolves.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

export interface Browsing {
  /** A page in a context of its own, closed with the test, which fails on strays and on console errors. */
  newPage(options?: BrowserContextOptions): Promise<Page>
}

/** One browser for the file; playwright gives it a profile of its own, and removes it. */
export function useBrowser(): Browsing {
  const found = inject('chromium')
  let browser: Browser
  beforeAll(async () => {
    if (!found) return
    const { executablePath, env } = found
    browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: flags })
  })
  beforeEach(({ skip }) => skip(!found, 'no Chromium or Chrome'))
  afterAll(() => browser?.close())
  return {
    async newPage(options = {}) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(25_000)
      const complaints = watch(page)
      onTestFinished(async () => {
        await context.close()
        expect(complaints).toEqual([])
      })
      return page
    },
  }
}

/** What a page does that none of ours should: leaving the machine, and failing where nobody looks. */
function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('request', request => {
    const { protocol, hostname } = new URL(request.url())
    const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
    if (protocol.startsWith('http') && !isLocal) complaints.push(`left the machine: ${request.url()}`)
  })
  page.on('pageerror', error => complaints.push(`threw: ${error.message}`))
  page.on('console', message => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // The browser itself notes every refusal of the API; that a card is declined is no fault of the page.
    const { url } = message.location()
    if (/status of 40[02]/.test(message.text()) && url.endsWith('/confirm')) return
    complaints.push(`console: ${message.text()} (${url})`)
  })
  return complaints
}
