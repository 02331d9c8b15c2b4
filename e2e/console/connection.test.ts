import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, sandboxOf, type TestMerchant } from './support/merchants.ts'

const console = useConsole()
let bakery: TestMerchant

beforeAll(async () => {
  bakery = await addMerchant(console, { name: 'Bakery by the Tunnel' })
})

/** The amounts of a payment's refunds, as the processor has them. */
async function refundsOf(svcPaymentId: string): Promise<number[]> {
  const path = `/payments/${svcPaymentId}`
  const { processorPaymentIntentId } = await console.admin<Record<string, string>>('GET', path)
  const answer = await fetch(
    `${sandboxOf(console.up)}/v1/refunds?payment_intent=${processorPaymentIntentId}`,
    {
      headers: { authorization: 'Bearer sk_test_sandbox', 'stripe-account': bakery.accountId },
    },
  )
  const { data } = (await answer.json()) as { data: { amount: number }[] }
  return data.map(({ amount }) => amount).sort()
}

/** A page that may lose its connection. */
async function open(path: string): Promise<Page> {
  const page = await console.newPage({ expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })
  await page.request.post(`${console.up.url}/console/session`, { data: { token: console.ownerToken() } })
  await page.goto(`${console.url}${path}`)
  await page.getByText('Connected', { exact: true }).waitFor()
  return page
}

async function openPaid(): Promise<{ page: Page; paid: string }> {
  const paid = await pay(console, bakery)
  await expect
    .poll(async () => (await console.admin<{ status: string }>('GET', `/payments/${paid}`)).status)
    .toBe('succeeded')
  return { page: await open(`/payments/${paid}`), paid }
}

async function refund(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByRole('button', { name: `Refund $${amount}` }).click()
}

/** Notes disappear after some seconds, so this waits for them from the start. */
async function expectNotes(page: Page, act: Promise<void>, ...notes: string[]): Promise<void> {
  await Promise.all([act, ...notes.map(note => page.getByText(note).first().waitFor())])
}

async function goBack(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** The next refund reaches the service, but its answer is lost. */
async function loseNextAnswer(page: Page): Promise<void> {
  await page.route(
    '**/refund',
    async route => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}

describe('without a connection', () => {
  test('a refund fails at once, and is not sent when the connection returns', async () => {
    const { page, paid } = await openPaid()
    await page.context().setOffline(true)
    await page.getByRole('status').getByText('No connection').waitFor()
    await refund(page, '3.60')
    await page.getByRole('alert').getByText('Nothing was sent').waitFor()
    await goBack(page)
    await page.context().setOffline(false)
    await page.getByText('Connected', { exact: true }).waitFor()
    await expectNotes(page, refund(page, '1.00'), '$1.00 refunded')
    expect(await refundsOf(paid)).toEqual([100])
  })

  test('a suspension fails at once, and is not sent when the connection returns', async () => {
    const { merchantId } = await console.admin<TestMerchant>('POST', '/merchants', { name: 'Kiosk' })
    const page = await open(`/merchants/${merchantId}`)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('alert').getByText('Nothing was sent').waitFor()
    await goBack(page)
    const sent: string[] = []
    page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
    await page.context().setOffline(false)
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Send test event' }).waitFor()
    expect(sent).toEqual([])
    const merchant = await console.admin<{ suspended: boolean }>('GET', `/merchants/${merchantId}`)
    expect(merchant.suspended).toBe(false)
  })
})

test('without a connection, loaded data stays on the page', async () => {
  const page = await open('/callbacks')
  const figures = page.getByLabel('Callback health').getByText('Median response time')
  await figures.waitFor()
  let failures = 0
  page.on('requestfailed', request => {
    if (request.url().includes('/overview')) failures++
  })
  await page.context().setOffline(true)
  // After the first try and two retries, the query counts as failed.
  await expect.poll(() => failures).toBeGreaterThan(3)
  expect(await figures.isVisible()).toBe(true)
})

describe('when the answer to a refund is lost', () => {
  test('the same refund is completed, not made twice, even from another tab', async () => {
    const { page, paid } = await openPaid()
    await loseNextAnswer(page)
    await refund(page, '3.60')
    await page.getByRole('alert').getByText('No answer').waitFor()
    await goBack(page)
    const another = await page.context().newPage()
    await another.goto(page.url())
    await expectNotes(another, refund(another, '3.60'), '$3.60 refunded', 'Submit again to make another.')
    expect(await refundsOf(paid)).toEqual([360])
  })

  test('once it is answered, the same amount is another refund', async () => {
    const { page, paid } = await openPaid()
    await loseNextAnswer(page)
    for (const outcome of ['No answer', '$3.60 refunded', '$3.60 refunded']) {
      await expectNotes(page, refund(page, '3.60'), outcome)
      if (outcome === 'No answer') await goBack(page)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(await refundsOf(paid)).toEqual([360, 360])
  })

  test('going back before it arrives aborts the call, and shows that it may have succeeded', async () => {
    const { page, paid } = await openPaid()
    await page.route('**/refund', () => {}, { times: 1 })
    const ended = page.waitForEvent('requestfailed', request => request.url().endsWith('/refund'))
    await refund(page, '3.60')
    await expectNotes(page, goBack(page), 'Refund $3.60: no response yet; it may have succeeded')
    await ended
    await expectNotes(page, refund(page, '3.60'), '$3.60 refunded')
    expect(await refundsOf(paid)).toEqual([360])
  })

  test('a refund of another amount shows that the outcome of the first is unknown', async () => {
    const { page } = await openPaid()
    await loseNextAnswer(page)
    await refund(page, '3.60')
    await page.getByRole('alert').getByText('No answer').waitFor()
    await goBack(page)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Refund $3.60').waitFor()
    await dialog.getByText('may have succeeded').waitFor()
    await dialog.getByLabel('Amount').fill('3.60')
    await dialog.getByText('runs only once').waitFor()
  })
})
