import { cpus, loadavg } from 'node:os'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useConsole } from '../console/support/console.ts'
import { findChromium } from '../support/find-chromium.ts'

const slowdown = 4
const rounds = 15
const limitMs = 1_000
const limitKb = 300

// The demo's data. The tests' browser does not optimize scripts, so this one is started as people start theirs.
const console = useConsole({}, ['--demo'])
let browser: Browser

beforeAll(async () => {
  const found = await findChromium()
  if (!('chromium' in found)) throw new Error(found.missing)
  browser = await chromium.launch({ executablePath: found.chromium.executablePath })
})
afterAll(() => browser?.close())

test('first load and time to interactive on a slowed CPU', async () => {
  const { data } = await console.admin<{ data: { svcPaymentId: string }[] }>('GET', '/payments?limit=1')
  const payment = `/payments/${data[0]?.svcPaymentId}`
  const row = 'main [data-row-link]'
  const pages = [
    ['Payments', '/payments', row],
    ['A payment', payment, 'main section[aria-label="Timeline"] li'],
    ['Callbacks', '/callbacks', row],
    ['Merchants', '/merchants', row],
    ['Ledger', '/ledger', row],
  ] as const
  const lines: string[] = []
  let firstLoadKb = 0
  for (const [name, path, ready] of pages) {
    const first: Visit[] = []
    const again: Visit[] = []
    for (let round = 0; round < rounds; round++) {
      const { page, cdp } = await open()
      first.push(await visit(page, cdp, () => page.goto(console.url + path), ready))
      firstLoadKb = Math.max(firstLoadKb, await transferredKb(page))
      again.push(await visit(page, cdp, () => page.reload(), ready))
      await page.context().close()
    }
    const cells = [first, again].flatMap(visits => [
      median(visits.map(({ workedMs }) => workedMs)),
      median(visits.map(({ tookMs }) => tookMs)),
    ])
    lines.push(`| ${name} | ${cells.map(ms => `${ms} ms`).join(' | ')} |`)
  }
  const load = loadavg()[0]?.toFixed(1)
  process.stdout.write(
    [
      '',
      `| CPU slowed ${slowdown}× | first visit: main thread | until idle | next visit: main thread | until idle |`,
      '|---|---|---|---|---|',
      ...lines,
      '',
      `First visit: at most ${firstLoadKb.toFixed(0)} kB transferred (limit ${limitKb} kB); limit ${limitMs} ms.`,
      `Median of ${rounds}; ${cpus()[0]?.model.trim()}, ${cpus().length} cores, load ${load}.`,
      '',
      '',
    ].join('\n'),
  )
  expect(firstLoadKb).toBeLessThan(limitKb)
})

/** A signed-in page that has visited nothing yet, on a slowed CPU. */
async function open(): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.request.post(`${console.up.url}/console/session`, { data: { token: console.ownerToken() } })
  const cdp: CDPSession = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, cdp }
}

/** Everything since the navigation. */
async function transferredKb(page: Page): Promise<number> {
  const bytes = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return [navigation, ...resources].reduce((sum, entry) => sum + (entry?.transferSize ?? 0), 0)
  })
  return bytes / 1000
}

interface Visit {
  /** The main thread's CPU time. */
  workedMs: number
  /** From the start of the navigation. */
  tookMs: number
}

/**
 * Waits until the page's main content is drawn and the browser idles. Playwright's own waiting would run in the page,
 * and take a tenth of the time.
 */
async function visit(page: Page, cdp: CDPSession, go: () => Promise<unknown>, ready: string): Promise<Visit> {
  await go()
  const tookMs = await page.evaluate(
    selector =>
      new Promise<number>(resolve => {
        const settle = () => requestIdleCallback(() => resolve(performance.now()))
        if (document.querySelector(selector)) return settle()
        const observer = new MutationObserver(() => {
          if (!document.querySelector(selector)) return
          observer.disconnect()
          settle()
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
    ready,
  )
  // Counted from the navigation, because each one resets it.
  const { metrics } = await cdp.send('Performance.getMetrics')
  const worked = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  return { workedMs: worked * 1000, tookMs }
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0)
}
