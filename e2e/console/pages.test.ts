import { beforeAll, describe, expect, test } from 'vitest'
import { useConsole } from './support/console.ts'
import { loaded, seriousFindings } from './support/page-checks.ts'

const console = useConsole()
let payment: string

beforeAll(async () => {
  payment = await console.trigger('charge.refunded')
  await console.trigger('payment_intent.payment_failed')
})

const paths = ['', '/payments', '/payments/:id', '/search?q=demo', '/sandbox', '/sandbox?payment=:id']
const open = (path: string, options: Parameters<typeof console.open>[1] = {}) =>
  console.open(path.replace(':id', payment), options)

describe.each(['light', 'dark'] as const)('in %s colors', colorScheme => {
  test.each(paths)('%s has no serious accessibility finding', async path => {
    const page = await open(path, { colorScheme })
    await loaded(page)
    expect(await seriousFindings(page)).toEqual([])
  })

  test('neither has the sign-in page', async () => {
    const page = await console.newPage({ colorScheme })
    await page.goto(`${console.url}/sign-in`)
    await page.getByLabel('Operator token').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('nor the refund dialog', async () => {
    const paid = await console.trigger('payment_intent.succeeded')
    const page = await console.open(`/payments/${paid}`, { colorScheme })
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Amount').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe.each([390, 1280, 1920])('at %i px', width => {
  test.each(paths)('%s fits its width', async path => {
    const page = await open(path, { viewport: { width, height: 900 } })
    await loaded(page)
    const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(content).toBeLessThanOrEqual(screen)
  })
})

test('on a phone the places are behind a button', async () => {
  const page = await open('/payments', { viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sandbox' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('nothing moves once the overview has been drawn', async () => {
  const page = await console.newPage()
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.request.post(`${console.up.url}/console/session`, { data: { token: console.ownerToken() } })
  await page.goto(`${console.url}/payments`)
  await page.locator('main [data-row-link]').first().waitFor()
  expect(
    await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum),
  ).toBeLessThan(0.05)
})
