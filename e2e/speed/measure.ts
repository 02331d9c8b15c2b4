import { cpus, loadavg } from 'node:os'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useConsole } from '../console/support/console.ts'
import { findChromium } from '../support/find-chromium.ts'

const slowdown = 4
const rounds = 5
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
    const times = { first: [] as number[], again: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const { page, network } = await open()
      times.first.push(await interactive(page, () => page.goto(console.url + path), ready))
      firstLoadKb = Math.max(firstLoadKb, network.bytes / 1000)
      times.again.push(await interactive(page, () => page.reload(), ready))
      await page.context().close()
    }
    lines.push(`| ${name} | ${median(times.first)} ms | ${median(times.again)} ms |`)
  }
  const load = loadavg()[0]?.toFixed(1)
  process.stdout.write(
    [
      '',
      `| CPU slowed ${slowdown}× | first visit | next visit |`,
      '|---|---|---|',
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
async function open(): Promise<{ page: Page; network: { bytes: number } }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.request.post(`${console.up.url}/console/session`, { data: { token: console.ownerToken() } })
  const cdp: CDPSession = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await cdp.send('Network.enable')
  const network = { bytes: 0 }
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    network.bytes += encodedDataLength
  })
  return { page, network }
}

/** From the start of the navigation until what the page is about is drawn and the browser idles. */
async function interactive(page: Page, go: () => Promise<unknown>, ready: string): Promise<number> {
  await go()
  await page.locator(ready).first().waitFor()
  return await page.evaluate(
    () => new Promise<number>(resolve => requestIdleCallback(() => resolve(performance.now()))),
  )
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0)
}
