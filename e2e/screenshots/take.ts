import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { useConsole } from '../console/support/console.ts'
import { fillWithDemoData, useReceiver } from './demo-data.ts'

const folder = fileURLToPath(new URL('../../screenshots/', import.meta.url))
const widths = [390, 1280, 1920]
const schemes = ['light', 'dark'] as const

// A callback that fails becomes a dead letter within a second.
const console = useConsole({ SVC_CALLBACK_RETRY_DELAYS_MS: Array(8).fill('40').join(',') })
const receiver = useReceiver()
let payment = ''
let merchantId = ''
let deliveryId = ''
let eventId = ''

interface Listed {
  id: string
  merchantId: string
  deliveryId: string
}

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  payment = await fillWithDemoData(console, receiver)
  const first = async (path: string) => (await console.admin<{ data: Listed[] }>('GET', path)).data[0]
  merchantId = (await first('/payments?limit=1'))?.merchantId ?? ''
  deliveryId = (await first('/deliveries?limit=1&state=dead'))?.deliveryId ?? ''
  eventId = (await first(`/events?limit=1&paymentId=${payment}`))?.id ?? ''
})

const pages: readonly [name: string, path: () => string, prepare?: (page: Page) => Promise<void>][] = [
  ['overview', () => ''],
  ['payments', () => '/payments'],
  ['payment', () => `/payments/${payment}`],
  [
    'refund',
    () => `/payments/${payment}`,
    async page => {
      await page.getByRole('button', { name: 'Refund', exact: true }).click()
      await page.getByRole('dialog').getByLabel('Amount').waitFor()
    },
  ],
  ['callbacks', () => '/callbacks'],
  ['callbacks-events', () => '/callbacks?tab=events'],
  ['callbacks-live', () => '/callbacks?tab=live'],
  [
    'redeliver',
    () => '/callbacks?state=dead',
    async page => {
      await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Redeliver \d/ })
        .waitFor()
    },
  ],
  ['callback', () => `/callbacks/${deliveryId}`],
  ['event', () => `/callbacks/events/${merchantId}/${eventId}`],
  ['merchants', () => '/merchants'],
  ['merchant', () => `/merchants/${merchantId}`],
  [
    'rotate-key',
    () => `/merchants/${merchantId}`,
    async page => {
      await page.getByRole('button', { name: 'Rotate key' }).first().click()
      await page.getByRole('dialog').getByLabel('How long the old key keeps working').waitFor()
    },
  ],
  ['ledger', () => '/ledger'],
  ['ledger-entries', () => `/ledger?merchantId=${merchantId}`],
  ['statement', () => `/ledger?tab=statement&merchantId=${merchantId}`],
  ['activity', () => '/activity'],
  ['operators', () => '/activity?tab=operators'],
  ['search', () => '/search?q=order-1042'],
  ['sandbox', () => `/sandbox?payment=${payment}`],
]

const combinations = widths.flatMap(width => schemes.map(scheme => [width, scheme] as const))

test.each(combinations)('%i px, %s', async (width, colorScheme) => {
  const viewport = { width, height: width < 500 ? 844 : 900 }
  const page = await console.open('', { viewport, colorScheme })
  for (const [name, path, prepare] of pages) {
    await page.goto(console.url + path())
    await page.getByRole('heading', { level: 1 }).waitFor()
    await drawn(page)
    await prepare?.(page)
    await page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png`, fullPage: !prepare })
  }
  const { url } = await console.admin<{ url: string }>('POST', `/merchants/${merchantId}/portal-link`, {})
  const portal = await console.newPage({ viewport, colorScheme })
  await portal.goto(url)
  await portal.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  for (const name of ['payments', 'callbacks', 'settings']) {
    await portal.goto(`${console.url}/${name}`)
    await portal.getByRole('heading', { level: 1 }).waitFor()
    await drawn(portal)
    await portal.screenshot({ path: `${folder}portal-${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  const signIn = await console.newPage({ viewport, colorScheme })
  await signIn.goto(`${console.url}/sign-in`)
  await signIn.getByLabel('Operator token').waitFor()
  await signIn.screenshot({ path: `${folder}sign-in-${width}-${colorScheme}.png` })
})

/** Until nothing is loading, and the plots have been drawn. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-visible="true"]'))
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready)
  const plots = page.locator('.recharts-surface')
  if (page.url().endsWith('/console')) await plots.first().waitFor()
}
