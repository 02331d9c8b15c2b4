import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { useConsole } from '../console/support/console.ts'

const folder = fileURLToPath(new URL('../../screenshots/', import.meta.url))
const images = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const widths = [360, 768, 1440]
const schemes = ['light', 'dark'] as const

const console = useConsole({}, ['--demo'])
let payment = ''
let disputed = ''
let merchantId = ''
let deliveryId = ''
let eventId = ''

interface Listed {
  id: string
  merchantId: string
  svcPaymentId: string
  deliveryId: string
}

beforeAll(async () => {
  const first = async (path: string) => (await console.admin<{ data: Listed[] }>('GET', path)).data[0]
  const dead = await first('/deliveries?limit=1&state=dead')
  const isCompared = async () =>
    (await console.admin<{ attention: { booksEqualSince: string | null } }>('GET', '/overview')).attention
      .booksEqualSince !== null
  await waitUntil(isCompared)
  // the shop whose endpoint fails
  merchantId = dead?.merchantId ?? ''
  deliveryId = dead?.deliveryId ?? ''
  payment = (await first('/payments?limit=1&refunded=true'))?.svcPaymentId ?? ''
  disputed = (await first('/payments?limit=1&disputed=true'))?.svcPaymentId ?? ''
  eventId = (await first(`/events?limit=1&merchantId=${merchantId}`))?.id ?? ''
})

type Place = readonly [name: string, path: () => string, prepare?: (page: Page) => Promise<void>]

const overview: Place = ['overview', () => '?period=30d']
const disputedPayment: Place = ['disputed', () => `/payments/${disputed}`]
const callback: Place = ['callback', () => `/callbacks/${deliveryId}`]
const pages: readonly Place[] = [
  overview,
  ['payments', () => '/payments'],
  ['payment', () => `/payments/${payment}`],
  disputedPayment,
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
  ['callbacks', () => '/callbacks'],
  ['callbacks-events', () => '/callbacks?tab=events'],
  ['callbacks-live', () => '/callbacks?tab=live'],
  callback,
  ['event', () => `/callbacks/events/${merchantId}/${eventId}`],
  ['merchants', () => '/merchants'],
  ['merchant', () => `/merchants/${merchantId}`],
  ['ledger', () => '/ledger'],
  ['ledger-entries', () => `/ledger?merchantId=${merchantId}`],
  ['statement', () => `/ledger?tab=statement&merchantId=${merchantId}`],
  ['activity', () => '/activity'],
  ['operators', () => '/activity?tab=operators'],
  ['search', () => '/search?q=order-1042'],
  ['sandbox', () => `/sandbox?payment=${payment}`],
]
const portalPages = ['', 'payments', 'disputes', 'statements', 'callbacks', 'settings']

test.each(schemes)('the pictures of the documentation, %s', async colorScheme => {
  const look = { viewport: { width: 1280, height: 800 }, colorScheme }
  const page = await console.open('', look)
  for (const place of [overview, disputedPayment, callback]) {
    await show(page, place)
    await page.screenshot({ path: `${images}${place[0]}-${colorScheme}.png` })
  }
  const portal = await openPortal(look)
  await drawn(portal)
  await portal.screenshot({ path: `${images}portal-${colorScheme}.png` })
})

const combinations = widths.flatMap(width => schemes.map(scheme => [width, scheme] as const))

test.each(combinations)('every page, %i px, %s', async (width, colorScheme) => {
  mkdirSync(folder, { recursive: true })
  const look = { viewport: { width, height: width < 500 ? 780 : 900 }, colorScheme }
  const take = (page: Page, name: string, fullPage = true) =>
    page.screenshot({ path: `${folder}${name}-${width}-${colorScheme}.png`, fullPage })
  const page = await console.open('', look)
  for (const place of pages) {
    const [name, , prepare] = place
    await show(page, place)
    await take(page, name, !prepare)
  }
  const portal = await openPortal(look)
  for (const name of portalPages) {
    await show(portal, ['portal', () => `/${name}`])
    await take(portal, `portal-${name || 'home'}`)
  }
  const signIn = await console.newPage(look)
  await signIn.goto(`${console.url}/sign-in`)
  await signIn.getByLabel('Operator token').waitFor()
  await take(signIn, 'sign-in')
})

async function openPortal(look: NonNullable<Parameters<typeof console.newPage>[0]>): Promise<Page> {
  const path = `/merchants/${merchantId}/portal-link`
  const { url } = await console.admin<{ url: string }>('POST', path, {})
  const page = await console.newPage(look)
  await page.goto(url)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return page
}

async function show(page: Page, [, path, prepare]: Place): Promise<void> {
  await page.goto(console.url + path())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await drawn(page)
  await prepare?.(page)
}

/** Waits until nothing is loading and the plots are drawn. */
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [class*="skeleton"]'))
  await page.waitForLoadState('load')
  await page.evaluate(() => document.fonts.ready)
  const isPlotted = /\/console\/?(\?.*)?$/.test(page.url())
  if (isPlotted) await page.locator('figure svg').first().waitFor()
}
