import { describe, expect, inject, test } from 'vitest'
import { seriousFindings } from './console/support/page-checks.ts'
import { useBrowser } from './support/browser.ts'
import { pay, typeCard } from './support/paying.ts'

const up = inject('instance')
const { newPage } = useBrowser()

type Operations = Record<string, Record<string, object>>

interface Document {
  readonly paths: Operations
  readonly webhooks?: Operations
}

describe('the documentation', () => {
  // The operators' reference is the same page with another document; the service's own tests cover both.
  test('shows every operation without outside resources, fits a phone, and sends a tried operation', async () => {
    const { paths, webhooks = {} } = await getJson<Document>('/openapi.json')
    const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap(path =>
      Object.keys(path),
    )
    const page = await newPage({ viewport: { width: 390, height: 800 } })
    await page.goto(`${up.url}/docs`)
    await expect.poll(() => page.locator('.call').count()).toBe(operations.length)
    await page.getByText('POST/v1/payments/intentsCreate a payment').click()
    const call = page.locator('#createPayment')
    await call.getByText('In the currency’s smallest unit').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await seriousFindings(page, { schemes: ['light', 'dark'] })).toEqual([])
    await call.getByLabel('API key').fill(/API key +(\S+)/.exec(up.banner)?.[1] ?? '')
    await call.getByLabel('idempotency-key').fill('order-of-the-docs')
    await call.getByRole('button', { name: 'Send POST' }).click()
    await call.getByRole('status').getByText('200 OK').waitFor()
    await call.getByRole('status').getByText('"svcPaymentId"').waitFor()
  })

  test('leads from a search to a guide, in the chosen language', async () => {
    const page = await newPage()
    await page.goto(`${up.url}/docs`)
    await page.keyboard.press('/')
    await page.keyboard.type('verify language')
    await page.getByRole('link', { name: /^Callbacks: Verify in your language/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Callbacks' }).waitFor()
    await page.getByRole('tab', { name: 'Python' }).click()
    await page.getByText('import hashlib').waitFor()
    expect(await page.getByText("from 'node:crypto'").isVisible()).toBe(false)
    await page.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  test('opens at the address of the service, and every problem has a page', async () => {
    const page = await newPage()
    await page.goto(up.url)
    await page.waitForURL('**/docs')
    await page.goto(`${up.url}/problems`)
    await page.getByRole('link', { name: 'Invalid request' }).click()
    await page.getByRole('heading', { level: 1, name: 'Invalid request' }).waitFor()
  })
})

test('a payment of the demo merchant is paid in the sandbox’s checkout, and the service learns of it', async () => {
  const key = /API key +(\S+)/.exec(up.banner)?.[1] ?? ''
  const sandbox = /Sandbox +(http\S+)/.exec(up.banner)?.[1] ?? ''
  const created = await getJson<{ svcPaymentId: string; clientSecret: string }>('/v1/payments/intents', {
    method: 'POST',
    headers: { 'x-api-key': key, 'idempotency-key': 'order-1', 'content-type': 'application/json' },
    body: JSON.stringify({ amountCents: 4999, orderRef: 'order-1' }),
  })
  const page = await newPage()
  await page.goto(`${sandbox}/_sandbox/pages/checkout?client_secret=${created.clientSecret}`)
  await typeCard(page, '4242424242424242')
  await pay(page)
  await page.getByRole('heading', { name: /Paid|Payment authorized/ }).waitFor()
  const paid = () =>
    getJson<{ status: string }>(`/v1/payments/${created.svcPaymentId}`, { headers: { 'x-api-key': key } })
  await expect.poll(async () => (await paid()).status).toMatch(/succeeded|requires_capture/)
})

async function getJson<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(up.url + path, init)
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return await response.json()
}
