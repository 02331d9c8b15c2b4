import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { beforeEach, expect, inject, onTestFinished } from 'vitest'

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

/** Files of a worker share its pages, which are gone with it. */
let browser: Promise<Browser> | undefined
const idle = new Map<string, Watched[]>()

async function make(options: BrowserContextOptions): Promise<Watched> {
  browser ??= chromium.connect(inject('browser') ?? '')
  const context = await (await browser).newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(25_000)
  return { page, complaints: watch(page) }
}

export function useBrowser(): Browsing {
  beforeEach(({ skip }) => skip(!inject('browser'), 'no Chromium or Chrome'))
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

/** Most servers have nothing there, and all answer. */
const restingPath = '/healthz'

/**
 * Whether the page is as it was made. It rests where it came from: for another origin, Chromium would start a process,
 * and compile all scripts again.
 */
async function clean(page: Page, { viewport, colorScheme }: BrowserContextOptions): Promise<boolean> {
  if (page.isClosed()) return false
  for (const other of page.context().pages()) if (other !== page) await other.close()
  if (page.url() !== 'about:blank') {
    await page.evaluate(() => localStorage.clear())
    await page.goto(new URL(restingPath, page.url()).href)
  }
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
    if (page.url().endsWith(restingPath)) return
    const { url } = message.location()
    if (/status of 40[02]/.test(message.text()) && url.endsWith('/confirm')) return
    complaints.push(`console: ${message.text()} (${url})`)
  })
  return complaints
}
