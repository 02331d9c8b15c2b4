import { beforeAll, expect, test, vi } from 'vitest'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, type TestMerchant } from './support/merchants.ts'
import { brokenBadges, loaded, seriousFindings, tooNarrow, widest } from './support/page-checks.ts'

interface Delivery {
  deliveryId: string
  eventId: string
  attempts: number
}

// An instance of its own: the more rows other files leave in its lists, the longer each look at them takes.
const console = useConsole({})
let payment: string
let merchant: TestMerchant
let deliveryId: string
let eventId: string
let longest: string
/** The longest that the API takes, and without a place to break it. */
const longReference = 'x'.repeat(500)

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
  const created = await fetch(`${console.up.url}/v1/payments/intents`, {
    method: 'POST',
    headers: {
      'x-api-key': merchant.apiKey,
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amountCents: 4999, orderRef: longReference }),
  })
  longest = (await created.json()).svcPaymentId
  const [delivery] = await vi.waitUntil(
    async () => {
      const { data } = await console.admin<{ data: Delivery[] }>(
        'GET',
        `/deliveries?type=payment_intent.succeeded&merchantId=${merchant.merchantId}`,
      )
      return data.some(({ attempts }) => attempts > 0) && data
    },
    { timeout: 30_000 },
  )
  deliveryId = delivery?.deliveryId ?? ''
  eventId = delivery?.eventId ?? ''
  await console.admin('POST', `/merchants/${merchant.merchantId}/callback/rotate-secret`, {})
  await console.tokenFor('viewer')
})

const named = (path: string) =>
  path
    .replace(':payment', payment)
    .replace(':longest', longest)
    .replace(':merchant', merchant.merchantId)
    .replace(':delivery', deliveryId)
    .replace(':event', eventId)

/** With the buttons that open a dialog there. */
const places: Record<string, string[]> = {
  '': [],
  '/payments': [],
  '/payments/:payment': [],
  '/payments/:longest': [],
  '/search?q=:merchant': [],
  [`/search?q=${longReference}`]: [],
  '/sandbox': [],
  '/sandbox?payment=:payment': [],
  '/callbacks': ['Redeliver'],
  '/callbacks?tab=events': [],
  '/callbacks?tab=live': [],
  '/callbacks/:delivery': [],
  '/callbacks/events/:merchant/:event': [],
  '/callbacks/events/:merchant/nothing-like-it': [],
  '/merchants': ['New merchant'],
  '/merchants/:merchant': ['Rotate key', 'Portal link'],
  '/ledger': [],
  '/ledger?merchantId=:merchant': [],
  '/ledger?tab=statement&merchantId=:merchant': [],
  '/activity': [],
  '/activity?tab=operators': ['Add operator'],
}

test.each(Object.entries(places))(
  '%s and its dialogs: no serious accessibility finding; it fits every screen, and breaks no badge on a phone',
  async (path, buttons) => {
    const page = await console.open(named(path), { viewport: widest })
    await loaded(page)
    expect(await seriousFindings(page)).toEqual([])
    for (const button of buttons) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      expect(await seriousFindings(page, '[role=dialog]')).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(await tooNarrow(page)).toEqual([])
    expect(await brokenBadges(page)).toEqual([])
  },
)

test('the sign-in page has no serious finding either', async () => {
  const page = await console.newPage()
  await page.goto(`${console.url}/sign-in`)
  await page.getByLabel('Operator token').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

test('a page under a dialog has no serious finding', async () => {
  const paid = await console.trigger('payment_intent.succeeded')
  const page = await console.open(`/payments/${paid}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})

test('a path that leads nowhere keeps the places within reach', async () => {
  const page = await console.open('/nonsense/of/some/kind')
  await page.getByText('There is no such page').waitFor()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Payments' }).click()
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
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
