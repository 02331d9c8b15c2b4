import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, type TestMerchant } from './support/merchants.ts'
import { seriousFindings } from './support/page-checks.ts'

const console = useConsole()
const title = 'Volume, refunds and platform fees'
let merchant: TestMerchant

beforeAll(async () => {
  merchant = await addMerchant(console, { name: 'Plotted Bakery' })
  await pay(console, merchant, 2500)
})

async function openOverview(): Promise<Page> {
  const page = await console.open(`?merchantId=${merchant.merchantId}`)
  await rowOf(page).getByText('$25.00').waitFor()
  return page
}

const rowOf = (page: Page) => page.getByRole('table', { name: title }).getByRole('row', { name: /so far/ })

test('a plot has its values as a table', async () => {
  const page = await openOverview()
  expect(await rowOf(page).getByRole('cell').allTextContents()).toEqual(['$25.00', '$0.00', '$0.25'])
  expect(await page.getByRole('table', { name: title }).getByRole('row').count()).toBe(9)
  expect(await seriousFindings(page, { part: 'figure', schemes: ['light', 'dark'] })).toEqual([])
})

test('the arrow keys move between a plot’s columns', async () => {
  const page = await openOverview()
  const plot = page.getByRole('slider', { name: title })
  const spoken = () => plot.getAttribute('aria-valuetext')
  const shown = page.locator('figure', { has: plot }).getByText('$25.00').first()
  await plot.press('End')
  await expect
    .poll(spoken)
    .toMatch(/ so far: Volume \$25\.00, Refunds \$0\.00, Platform fees \(right\) \$0\.25$/)
  await shown.waitFor()
  await plot.press('ArrowLeft')
  await expect.poll(spoken).toMatch(/^\w+ \d+: Volume \$0\.00/)
  await plot.press('Home')
  await expect.poll(() => plot.getAttribute('aria-valuenow')).toBe('0')
  await plot.press('Escape')
  await expect.poll(() => page.locator('figure strong').count()).toBe(0)
})

test('the pointer shows the values of the column it is on', async () => {
  const page = await openOverview()
  const plot = page.getByRole('slider', { name: title })
  await plot.scrollIntoViewIfNeeded()
  const bars = await plot.locator('svg g:last-of-type rect').first().boundingBox()
  await page.mouse.move((bars?.x ?? 0) + 1, (bars?.y ?? 0) + 1)
  const values = page.locator('figure', { has: plot }).locator('strong', { hasText: 'so far' }).locator('..')
  await values.waitFor()
  expect(await values.textContent()).toMatch(
    /so farVolume\$25\.00Refunds\$0\.00Platform fees \(right\)\$0\.25$/,
  )
  await page.mouse.move(1, 1)
  await values.waitFor({ state: 'detached' })
})

test('no two ticks of an axis have the same label, even in cents', async () => {
  const page = await openOverview()
  const labels = await page.getByRole('slider', { name: title }).locator('svg line ~ text').allTextContents()
  expect(labels).toContain('$0.08')
  expect(new Set(labels.filter((_, index) => index % 2 === 1)).size).toBe(5)
})
