import type { Browser, Page, ViewportSize } from 'playwright-core'
import { afterAll, beforeEach, expect, inject, onTestFinished } from 'vitest'
import { needs } from '../../vitest.needs.ts'
import { longestWaitMs } from '../../vitest.waits.ts'
import { startBrowser } from './workers-browser.ts'

export interface Look {
  viewport?: ViewportSize
  colorScheme?: 'light' | 'dark'
  /** Complaints that match it are ignored. */
  expected?: RegExp
}

export interface Browsing {
  /**
   * A page that fails the test on requests that leave the machine and on console errors. It is reused: Chromium takes
   * longer to open a window than most tests take.
   */
  newPage(look?: Look): Promise<Page>
  /** A page that is not reused, because the test changes it for good. */
  ownPage(expected?: RegExp): Promise<Page>
  /** A page that stays where it is until the next test of this file uses it. */
  keptPage(keeping: Keeping, look?: Look): Promise<Page>
}

export interface Keeping {
  /** Opens the place where the page is kept. */
  start(page: Page): Promise<void>
  /** Returns the page to that place after a test; false if that is impossible. */
  reset(page: Page): Promise<boolean>
}

interface Watched {
  page: Page
  complaints: string[]
  expected?: RegExp | undefined
  /** Still shows the page of the last test; its errors are ignored. */
  isLeft: boolean
  /** Its requests so far; the browser may report their failures only during the next test. */
  requestsSinceLeft: string[]
}

/** Test files in one worker share its pages. */
let browser: Promise<Browser> | undefined
const idle: Watched[] = []

async function make(): Promise<Watched> {
  const chromium = inject('chromium')
  if (!chromium) throw new Error('there is no browser')
  browser ??= startBrowser(chromium)
  const context = await (await browser).newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(longestWaitMs)
  return watch(await context.newPage())
}

export function useBrowser(): Browsing {
  const free: Watched[] = []
  const kept: Watched[] = []
  beforeEach(test => needs(test, 'Chromium or Chrome', inject('chromium') !== null))
  afterAll(async () => {
    for (const watched of [...free.splice(0), ...kept.splice(0)]) {
      if (await park(watched)) idle.push(watched)
      else await watched.page.context().close()
    }
  })
  const takeFree = async () => free.pop() ?? idle.pop() ?? (await make())
  const afterwards = ({ page, complaints }: Watched, putBack: () => Promise<unknown>) =>
    onTestFinished(async () => {
      const found = complaints.splice(0)
      if (!page.isClosed()) await putBack()
      expect(found).toEqual([])
    })
  return {
    async ownPage(expected) {
      const watched = await make()
      watched.expected = expected
      afterwards(watched, () => watched.page.context().close())
      return watched.page
    },
    async newPage(look) {
      const watched = await takeFree()
      afterwards(watched, async () => {
        await leave(watched)
        free.push(watched)
      })
      await applyLook(watched, look)
      return watched.page
    },
    async keptPage({ start, reset }, look) {
      const known = kept.pop()
      const watched = known ?? (await takeFree())
      afterwards(watched, async () => {
        await closeOthers(watched.page)
        if (await reset(watched.page)) return kept.push(watched)
        await leave(watched)
        return free.push(watched)
      })
      await applyLook(watched, look)
      if (!known) await start(watched.page)
      return watched.page
    },
  }
}

const usualViewport = { width: 1280, height: 720 }

async function applyLook(watched: Watched, look: Look = {}): Promise<void> {
  const { viewport = usualViewport, colorScheme, expected } = look
  const { page } = watched
  watched.expected = expected
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: colorScheme ?? null, reducedMotion: 'reduce' })
}

/** Keeps the page open at its address, because the next test navigates anyway, but clears its storage and routes. */
async function leave(watched: Watched): Promise<void> {
  const { page } = watched
  watched.isLeft = true
  watched.requestsSinceLeft = []
  await closeOthers(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
  if (page.url() !== 'about:blank') {
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  }
  await page.context().clearCookies()
}

async function closeOthers(page: Page): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close()
}

/**
 * Moves the page off a server that is about to stop, but keeps it on the origin: for another one, Chromium would start a
 * process and compile all scripts again.
 */
async function park(watched: Watched): Promise<boolean> {
  await leave(watched)
  const { page, complaints } = watched
  if (page.url() !== 'about:blank') {
    const answer = await page.goto(new URL('/healthz', page.url()).href).catch(() => null)
    if (!answer) return false
  }
  watched.isLeft = true
  complaints.length = 0
  return true
}

/** Records faults of our pages: requests that leave the machine, and silent failures. */
function watch(page: Page): Watched {
  const watched: Watched = { page, complaints: [], isLeft: false, requestsSinceLeft: [] }
  const complain = (text: string) => watched.complaints.push(text)
  page.on('framenavigated', frame => {
    if (frame === page.mainFrame()) watched.isLeft = false
  })
  page.on('request', request => {
    if (watched.isLeft) watched.requestsSinceLeft.push(request.url())
    const { protocol, hostname } = new URL(request.url())
    const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
    if (protocol.startsWith('http') && !isLocal) complain(`left the machine: ${request.url()}`)
  })
  page.on('pageerror', error => {
    if (!watched.isLeft) complain(`threw: ${error.message}`)
  })
  page.on('console', message => {
    if (watched.isLeft || (message.type() !== 'error' && message.type() !== 'warning')) return
    // The browser logs every refusal of the API; a declined card is not a fault of the page.
    const { url } = message.location()
    const asked = watched.requestsSinceLeft.indexOf(url)
    if (asked >= 0) return void watched.requestsSinceLeft.splice(asked, 1)
    if (watched.expected?.test(message.text())) return
    if (/status of 40[02]/.test(message.text()) && url.endsWith('/confirm')) return
    complain(`console: ${message.text()} (${url})`)
  })
  return watched
}
