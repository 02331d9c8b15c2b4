import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished } from 'vitest'

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium takes the last list it is given: this one replaces playwright's. The address bar's own page, which
  // nobody sees here, costs each new window as much as ours does.
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'AimEnabled',
    'DestroyProfileOnBrowserClose',
    'GlobalMediaControls',
    'HttpsUpgrades',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'Translate',
  ]}`,
  // Beyond watching: no name but this machine's resolves.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

export interface Browsing {
  /**
   * A page as good as new, with which the test fails on strays and on console errors. A later test gets it again: making
   * a window takes Chromium longer than most tests.
   */
  newPage(options?: BrowserContextOptions): Promise<Page>
  /** One that nobody gets again, because the test changes it for good. */
  ownPage(options?: BrowserContextOptions): Promise<Page>
}

interface Watched {
  page: Page
  complaints: string[]
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
  const make = async (options: BrowserContextOptions): Promise<Watched> => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(25_000)
    return { page, complaints: watch(page) }
  }
  const idle = new Map<string, Watched[]>()
  return {
    async ownPage(options = {}) {
      const { page, complaints } = await make(options)
      onTestFinished(async () => {
        await page.context().close()
        expect(complaints).toEqual([])
      })
      return page
    },
    async newPage(options = {}) {
      const kind = JSON.stringify(options)
      const shelf = idle.get(kind) ?? []
      idle.set(kind, shelf)
      const watched = shelf.pop() ?? (await make(options))
      onTestFinished(async () => {
        if (await clean(watched.page, options)) shelf.push(watched)
        expect(watched.complaints.splice(0)).toEqual([])
      })
      return watched.page
    },
  }
}

/** Whether the page is as it was made. */
async function clean(page: Page, { viewport, colorScheme }: BrowserContextOptions): Promise<boolean> {
  if (page.isClosed()) return false
  for (const other of page.context().pages()) if (other !== page) await other.close()
  if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: colorScheme ?? null, reducedMotion: 'reduce' })
  return true
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
