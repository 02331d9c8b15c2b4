import { beforeAll, describe, expect, test, vi } from 'vitest'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, type TestMerchant } from './support/merchants.ts'
import { loaded, seriousFindings } from './support/page-checks.ts'

/** Each goes through all pages. */
const patient = { timeout: 300_000 }

const console = useConsole()
let merchant: TestMerchant
let deliveryId: string

beforeAll(async () => {
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

const paths = [
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
]

const named = (path: string) =>
  path.replace(':merchant', merchant.merchantId).replace(':delivery', deliveryId)

test.each(['light', 'dark'] as const)(
  'no page has a serious accessibility finding in %s colors',
  patient,
  async colorScheme => {
    const page = await console.open('/callbacks', { colorScheme })
    for (const path of paths) {
      await page.goto(console.url + named(path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      await loaded(page)
      expect([path, await seriousFindings(page)]).toEqual([path, []])
    }
  },
)

test.each([390, 1280, 1920])('every page fits %i px', patient, async width => {
  const page = await console.open('/callbacks', { viewport: { width, height: 900 } })
  for (const path of paths) {
    await page.goto(console.url + named(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await loaded(page)
    const content = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([path, content]).toEqual([path, Math.min(content, width)])
  }
})

describe('a dialog', () => {
  test.each([
    ['/callbacks', 'Redeliver'],
    ['/merchants', 'New merchant'],
    ['/merchants/:merchant', 'Rotate key'],
    ['/merchants/:merchant', 'Portal link'],
    ['/activity?tab=operators', 'Add operator'],
  ])('on %s has no serious finding: %s', async (path, button) => {
    const page = await console.open(named(path))
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })
})
