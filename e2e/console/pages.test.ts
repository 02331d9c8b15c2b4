import { beforeAll, describe, expect, test, vi } from 'vitest'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, type TestMerchant } from './support/merchants.ts'
import { loaded, seriousFindings, tooNarrow } from './support/page-checks.ts'

const console = useConsole()
let payment: string
let merchant: TestMerchant
let deliveryId: string

beforeAll(async () => {
  payment = await console.trigger('charge.refunded')
  await console.trigger('payment_intent.payment_failed')
  // nobody listens there: an attempt without an answer
  const callbackUrl = 'http://127.0.0.1:9/callbacks'
  merchant = await addMerchant(console, {
    name: 'Books and Fine Stationery of Upper Springfield',
    callbackUrl,
  })
  await pay(console, merchant)
  const [delivery] = await vi.waitUntil(
    async () => {
      const { data } = await console.admin<{ data: { deliveryId: string; attempts: number }[] }>(
        'GET',
        `/deliveries?type=payment_intent.succeeded&merchantId=${merchant.merchantId}`,
      )
      return data.some(({ attempts }) => attempts > 0) && data
    },
    { timeout: 30_000 },
  )
  deliveryId = delivery?.deliveryId ?? ''
  await console.admin('POST', `/merchants/${merchant.merchantId}/callback/rotate-secret`, {})
  await console.tokenFor('viewer')
})

const named = (path: string) =>
  path.replace(':payment', payment).replace(':merchant', merchant.merchantId).replace(':delivery', deliveryId)

test.each([
  '',
  '/payments',
  '/payments/:payment',
  '/search?q=demo',
  '/sandbox',
  '/sandbox?payment=:payment',
  '/callbacks',
  '/callbacks?tab=events',
  '/callbacks?tab=live',
  '/callbacks/:delivery',
  '/merchants',
  '/merchants/:merchant',
  '/ledger',
  '/ledger?merchantId=:merchant',
  '/ledger?tab=statement&merchantId=:merchant',
  '/activity',
  '/activity?tab=operators',
])('%s fits every screen, and has no serious accessibility finding', async path => {
  const page = await console.open(named(path))
  await loaded(page)
  expect(await tooNarrow(page)).toEqual([])
  expect(await seriousFindings(page)).toEqual([])
})

test('the sign-in page has no serious finding either', async () => {
  const page = await console.newPage()
  await page.goto(`${console.url}/sign-in`)
  await page.getByLabel('Operator token').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

describe('a dialog', () => {
  test.each([
    ['/payments/:paid', 'Refund'],
    ['/callbacks', 'Redeliver'],
    ['/merchants', 'New merchant'],
    ['/merchants/:merchant', 'Rotate key'],
    ['/merchants/:merchant', 'Portal link'],
    ['/activity?tab=operators', 'Add operator'],
  ])('on %s has no serious finding: %s', async (path, button) => {
    const paid = path.includes(':paid') ? await console.trigger('payment_intent.succeeded') : ''
    const page = await console.open(named(path).replace(':paid', paid))
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })
})

test('on a phone the places are behind a button', async () => {
  const page = await console.open('/payments', { viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sandbox' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('nothing moves once the overview has been drawn', async () => {
  const page = await console.ownPage()
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
