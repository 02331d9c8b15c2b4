import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, type TestMerchant } from './support/merchants.ts'
import { useReceiver } from './support/receiver.ts'

const console = useConsole()
const receiver = useReceiver()

beforeEach(() => {
  receiver.status = 200
})

interface Delivery {
  deliveryId: string
  state: string
  eventId: string
  createdAt: string
}

async function deliveriesOf(merchantId: string, state: string): Promise<Delivery[]> {
  const path = `/deliveries?merchantId=${merchantId}&state=${state}`
  return (await console.admin<{ data: Delivery[] }>('GET', path)).data
}

/** A merchant whose server was down for some payments: each left a dead letter. */
async function withDeadLetters(name: string, payments: number) {
  const merchant = await addMerchant(console, { name })
  await waitUntil(
    async () =>
      (await console.admin<{ onboardingStatus: string }>('GET', `/merchants/${merchant.merchantId}`))
        .onboardingStatus === 'enabled',
  )
  receiver.status = 500
  await console.admin('PUT', `/merchants/${merchant.merchantId}/callback`, { url: receiver.url })
  for (let index = 0; index < payments; index++) await pay(console, merchant, 1000 + index)
  await waitUntil(async () => (await deliveriesOf(merchant.merchantId, 'dead')).length === payments, {
    interval: 200,
  })
  receiver.status = 200
  return merchant
}

async function isInView(page: Page, label: string): Promise<boolean> {
  const { height = 0 } = page.viewportSize() ?? {}
  const box = await page.getByLabel(label).boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

/** No test touches its one dead letter. */
let patient: TestMerchant

beforeAll(async () => {
  patient = await withDeadLetters('Patient Bakery', 1)
})

test('the figures state their basis: the merchant, the time of queueing, and callbacks that wait now', async () => {
  const page = await console.open(`/callbacks?merchantId=${patient.merchantId}`)
  await page.getByRole('heading', { name: 'All callbacks of Patient Bakery' }).waitFor()
  const figures = page.getByLabel('Callback health')
  const delivered = figures.locator('div', { hasText: 'Delivered' })
  await delivered.getByText('of those queued in the last 24 hours').waitFor()
  await figures.locator('div', { hasText: 'Waiting now' }).getByRole('link').waitFor()
  await figures.locator('div', { hasText: 'Dead letters now' }).getByRole('link', { name: '1' }).waitFor()
  await delivered.getByRole('link').click()
  expect(await page.getByLabel('Queued from').inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
})

test('a list reads no endpoint of callbacks that do not wait for it', async () => {
  const page = await console.open('/')
  const read: string[] = []
  page.on('request', request => read.push(new URL(request.url()).pathname))
  await page.goto(`${console.url}/callbacks?state=dead`)
  await page.getByRole('table').getByText('HTTP 500').first().waitFor()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(read).not.toContain(`/admin/v1/merchants/${patient.merchantId}`)
})

describe('dead letters', () => {
  test('are named on their merchant’s page, and redelivered from there', async () => {
    const { merchantId } = await withDeadLetters('Named Bakery', 2)
    const page = await console.open(`/merchants/${merchantId}`)
    const letters = page.getByRole('region', { name: 'Dead letters' })
    await letters.getByText('order-1001').waitFor()
    await letters.getByText('HTTP 500').first().waitFor()
    const note = page.getByRole('status').filter({ hasText: `The endpoint ${receiver.url} has been failing` })
    await note.getByRole('link', { name: 'Change the URL or send a test event' }).click()
    await expect.poll(() => isInView(page, 'Callback URL')).toBe(true)
    await page.getByRole('button', { name: 'Redeliver all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Redeliver 2 dead letters' }).click()
    await page.getByLabel('Redelivery', { exact: true }).getByText('2 delivered, 0 waiting').waitFor()
    await letters.waitFor({ state: 'detached' })
  })

  test('remain when their endpoint gets a new URL, as the page says before and after saving', async () => {
    const { merchantId } = await withDeadLetters('Moved Bakery', 1)
    const page = await console.open(`/merchants/${merchantId}`)
    const card = page.getByRole('region', { name: 'Callbacks', exact: true })
    await card.getByText('Failing').waitFor()
    await card.getByLabel('Callback URL').fill(`${receiver.url}?moved`)
    await card.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Callback URL saved.*\. Dead letters are sent only if you/).waitFor()
    await card.getByText('Has dead letters').waitFor()
    await card.getByText('1, sent only if redelivered').waitFor()
    const link = await console.admin<{ url: string }>('POST', `/merchants/${merchantId}/portal-link`, {})
    const portal = await console.newPage()
    await portal.goto(link.url)
    await portal.getByRole('link', { name: 'Has dead letters' }).waitFor()
    await portal.getByRole('link', { name: 'Settings' }).click()
    await portal.getByRole('button', { name: 'Redeliver all' }).click()
    await portal.getByRole('dialog').getByRole('button', { name: 'Redeliver 1 dead letter' }).click()
    await card.getByText('No failures').waitFor()
  })

  test('show their progress even if their card is gone before the answer to their redelivery arrives', async () => {
    const { merchantId } = await withDeadLetters('Quick Bakery', 2)
    const page = await console.open(`/merchants/${merchantId}`)
    const letters = page.getByRole('region', { name: 'Dead letters' })
    await page.route(/deliveries\/redeliver$/, async route => {
      const answer = await route.fetch()
      const { dryRun } = route.request().postDataJSON()
      if (!dryRun) await letters.waitFor({ state: 'detached' })
      await route.fulfill({ response: answer })
    })
    await page.getByRole('button', { name: 'Redeliver all' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Redeliver 2/ })
      .click()
    await page.getByLabel('Redelivery', { exact: true }).getByText('2 delivered, 0 waiting').waitFor()
  })

  test('are redelivered with or without waiting callbacks, and show their progress after leaving the page', async () => {
    const merchant = await withDeadLetters('Waiting Bakery', 2)
    onTestFinished(() => {
      receiver.isStuck = false
    })
    receiver.isStuck = true
    await pay(console, merchant, 3000)
    await waitUntil(async () => (await deliveriesOf(merchant.merchantId, 'pending')).length === 1)
    const page = await console.open(`/callbacks?state=dead&merchantId=${merchant.merchantId}`)
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Redeliver 3 callbacks' }).waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await page.goto(`${console.url}/merchants/${merchant.merchantId}`)
    await page.getByRole('button', { name: 'Redeliver all' }).click()
    await dialog
      .getByText('2 dead letters and 1 waiting callback of Waiting Bakery will be sent again.')
      .waitFor()
    await dialog.getByLabel('Callbacks').selectOption('Dead letters')
    await dialog.getByText('Not included: 1 waiting callback.').waitFor()
    await dialog.getByRole('button', { name: 'Redeliver 2 dead letters' }).waitFor()
    await dialog.getByLabel('Callbacks').selectOption('Dead letters and waiting callbacks')
    await dialog.getByRole('button', { name: 'Redeliver 3 callbacks' }).click()
    const progress = page.getByLabel('Redelivery', { exact: true })
    await progress.getByText('0 delivered, 3 waiting').waitFor()
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    const last = (back: Page) =>
      back.getByRole('status').filter({ hasText: /Redelivery of 3 callbacks, started .* by owner/ })
    const callbacksPage = await console.open(`/callbacks?merchantId=${merchant.merchantId}`)
    await last(callbacksPage).getByText('0 delivered, 3 waiting.').waitFor()
    await last(callbacksPage).getByRole('link', { name: '3 waiting' }).waitFor()
    receiver.isStuck = false
    await last(callbacksPage).getByText('3 delivered, 0 waiting.').waitFor()
  })

  test('are counted, redelivered after a confirmation, and show their progress until all are delivered', async () => {
    const { merchantId, name } = await withDeadLetters('Broken Bakery', 2)
    const token = await console.tokenFor('support')
    const page = await console.open(`/callbacks?state=dead&merchantId=${merchantId}`, { token })
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`2 dead letters of ${name} will be sent again.`).waitFor()
    await dialog.getByRole('button', { name: 'Redeliver 2 dead letters' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Redelivered 2 callbacks').waitFor()
    await page.getByText('2 delivered, 0 waiting').waitFor()
    await page.getByText('No dead letters').waitFor()
    expect(await deliveriesOf(merchantId, 'delivered')).toHaveLength(2)
    expect(await deliveriesOf(patient.merchantId, 'dead')).toHaveLength(1)
    const log = await console.admin<{ data: object[] }>('GET', `/audit?merchantId=${merchantId}`)
    expect(log.data).toContainEqual(
      expect.objectContaining({ actor: 'A support', action: 'delivery.redeliver-all' }),
    )
  })

  test('are not redelivered if the dialog is closed', async () => {
    const { merchantId } = patient
    const page = await console.open(`/callbacks?state=dead&merchantId=${merchantId}`)
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    await page.getByRole('dialog').getByText('1 dead letter of').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await deliveriesOf(merchantId, 'dead')).toHaveLength(1)
  })

  test('are not redelivered if they are older than the exact start of the list', async () => {
    const { merchantId } = patient
    const [dead] = await deliveriesOf(merchantId, 'dead')
    const after = new Date(Date.parse(dead?.createdAt ?? '') + 1).toISOString()
    const page = await console.open(`/callbacks?state=dead&merchantId=${merchantId}&createdFrom=${after}`)
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    await page.getByRole('dialog').getByText('No matching callbacks.', { exact: true }).waitFor()
  })

  test('show request and response side by side; one is redelivered, with its outcome, and asks for confirmation once delivered', async () => {
    const { merchantId } = await withDeadLetters('Single Bakery', 2)
    const [, dead] = await deliveriesOf(merchantId, 'dead')
    const page = await console.open(`/callbacks/${dead?.deliveryId}`)
    await page.getByText(`svc-event-id: ${dead?.eventId}`).first().waitFor()
    await page.getByText('no such table: orders').first().waitFor()
    const text = await page.locator('main').innerText()
    expect(text).toContain('svc-signature: t=')
    expect(text).not.toMatch(/_secret_\w/)
    const before = receiver.received.length
    receiver.status = 503
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    const outcome = page.getByRole('status')
    const failed = outcome.filter({ hasText: /Not delivered\s*HTTP 503 in/ })
    await failed.filter({ hasText: 'The endpoint is still failing.' }).waitFor()
    expect(receiver.received[before]?.headers['svc-event-id']).toBe(dead?.eventId)
    await page.getByText('The last attempt failed').waitFor()
    receiver.status = 200
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    await outcome.filter({ hasText: /Delivered\s*HTTP 200 in/ }).waitFor()
    await page.getByText('Accepted by the merchant’s server.').waitFor()
    expect(receiver.received.at(-1)?.headers['svc-event-id']).toBe(dead?.eventId)
    const newest = page.getByRole('group').filter({ hasText: 'Attempt 1 after redelivery' })
    await newest.getByRole('heading', { name: 'Response' }).waitFor()
    const delivered = await deliveriesOf(merchantId, 'delivered')
    expect(delivered.map(({ deliveryId }) => deliveryId)).toEqual([dead?.deliveryId])
    const sent = receiver.received.length
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).waitFor()
    expect(receiver.received.length).toBe(sent)
    await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click()
    await expect.poll(() => receiver.received.length).toBe(sent + 1)
  })
})

test('a portal redelivers dead letters and waiting callbacks together', async () => {
  const path = `/merchants/${patient.merchantId}/portal-link`
  const { url } = await console.admin<{ url: string }>('POST', path, {})
  const portal = await console.newPage()
  await portal.goto(url)
  await portal.getByText('1 dead letter will be sent again only if you redeliver it').waitFor()
  await portal.getByText(`Your endpoint ${receiver.url} has been failing`).waitFor()
  await portal.getByRole('link', { name: 'Change the URL or send a test event' }).click()
  await portal.waitForURL(/\/settings#callback-url$/)
  await expect.poll(() => isInView(portal, 'Callback URL')).toBe(true)
  await portal.getByRole('button', { name: 'I fixed it: redeliver all' }).click()
  await portal.getByRole('dialog').getByRole('button', { name: 'Redeliver 1 dead letter' }).waitFor()
})

test('while an endpoint is probed, waiting callbacks and a redelivery say so', async () => {
  onTestFinished(() => {
    receiver.isStuck = false
  })
  receiver.isStuck = true
  const { merchantId, ...merchant } = await addMerchant(console, {
    name: 'Probed Bakery',
    callbackUrl: receiver.url,
  })
  await pay(console, { merchantId, ...merchant })
  await waitUntil(async () => (await deliveriesOf(merchantId, 'pending')).length > 0)
  const page = await console.newPage()
  await page.route('**/admin/v1/merchants/*', async route => {
    const response = await route.fetch()
    const merchant = await response.json()
    merchant.callback.pausedUntil = new Date(Date.now() + 3_600_000).toISOString()
    await route.fulfill({ response, json: merchant })
  })
  await page.request.post(`${console.url}/session`, { data: { token: console.ownerToken() } })
  await page.goto(`${console.url}/callbacks?state=pending&merchantId=${merchantId}`)
  await page.getByText('waiting for the endpoint').first().waitFor()
  await page.getByRole('link', { name: /^payment_intent.succeeded/ }).click()
  await page.getByText('Waiting for the endpoint, which is tried with one callback at a time').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Redeliver \d+ waiting/ })
    .click()
  await page.getByText('The endpoint failed again; the rest will follow once it answers.').waitFor()
})

test('without a callback URL, callbacks wait for one, and newer events are never sent, as every page says', async () => {
  const merchant = await withDeadLetters('Quiet Bakery', 1)
  const { merchantId } = merchant
  await console.admin('PUT', `/merchants/${merchantId}/callback`, { url: null })
  const page = await console.open(`/callbacks?merchantId=${merchantId}`)
  await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Nothing is sent until a callback URL is set.').waitFor()
  await dialog.getByRole('button', { name: 'Redeliver 1 dead letter' }).click()
  await page
    .getByLabel('Redelivery', { exact: true })
    .getByText('Nothing is sent until a callback URL is set.')
    .waitFor()
  await page.getByText('waiting for a callback URL').waitFor()
  await page.getByRole('link', { name: /^payment_intent.succeeded/ }).click()
  await page.getByText('Waiting for a callback URL: it is sent once one is set.').waitFor()
  await page.getByText('Waits for a callback URL').waitFor()
  await page.getByText('order-1000', { exact: true }).waitFor()
  await pay(console, merchant, 2000)
  await page.goto(`${console.url}/callbacks?tab=events&merchantId=${merchantId}`)
  const event = page.getByRole('row').filter({ hasText: 'No callback URL at the time' })
  await event.getByRole('link', { name: /^payment_intent.succeeded/ }).click()
  await page.getByText('Never sent: no callback URL was set when it arrived').waitFor()
  await page.getByText(/^POST \/v1\/events\/evt_\w+\/redeliver$/).waitFor()
  await page.goto(`${console.url}/merchants/${merchantId}`)
  const card = page.getByRole('region', { name: 'Callbacks', exact: true })
  await card.getByText('1 callback is waiting for one, and will be sent.').waitFor()
  await card.getByText('recorded, but are not sent even after a URL is set').waitFor()
  await card.getByLabel('Callback URL').fill(receiver.url)
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Callback URL saved. Waiting callbacks are sent there now').waitFor()
  await waitUntil(async () => (await deliveriesOf(merchantId, 'delivered')).length === 1)
})

test('filters in use do not push the list down on a phone', async () => {
  const token = await console.tokenFor('viewer')
  const look = { viewport: { width: 390, height: 844 }, token }
  const page = await console.open(`/callbacks?state=dead&merchantId=${patient.merchantId}`, look)
  await page.getByRole('link', { name: /^payment_intent.succeeded/ }).waitFor()
  expect(await page.getByLabel('State', { exact: true }).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Filters in use' }).click()
  expect(await page.getByLabel('State', { exact: true }).inputValue()).toBe('dead')
})

test('the live feed shows a payment’s events and callbacks as they happen', async () => {
  const merchant = await addMerchant(console, { name: 'Live Bakery', callbackUrl: receiver.url })
  const page = await console.open('/callbacks?tab=live')
  const feed = page.getByRole('list', { name: 'Live feed' })
  // Other files use this instance, too.
  await page.getByText('Listening…').or(feed).first().waitFor()
  await pay(console, merchant)
  await feed.getByRole('listitem').filter({ hasText: 'Delivered' }).first().waitFor()
  await feed.getByText('payment_intent.succeeded').first().waitFor()
  await feed.getByText('Live Bakery').first().waitFor()
})

test('a failing endpoint is named with the reason wherever callbacks are shown, with a link to the last answer', async () => {
  const hasText = /^Patient Bakery’s endpoint has been failing since .+: HTTP 500/
  const page = await console.open(`/callbacks?merchantId=${patient.merchantId}`)
  await page.getByRole('listitem').filter({ hasText }).waitFor()
  await page.evaluate(to => history.pushState(null, '', to), `/console/?merchantId=${patient.merchantId}`)
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const health = page.getByRole('region', { name: 'Callback health' })
  await health.getByText(/all their failed attempts, .* Failing now: 1 endpoint\.$/).waitFor()
  const plot = health.getByRole('table', { name: 'by the time the callback was queued' })
  await plot.getByRole('columnheader', { name: 'Attempts failed' }).waitFor()
  await page.getByRole('listitem').filter({ hasText }).getByRole('link').click()
  await page.getByText(/attempts? failed in a row/).waitFor()
  await page.getByRole('link', { name: 'HTTP 500' }).click()
  await page.getByText('no such table: orders').first().waitFor()
})

test('a viewer sees everything, but no button that would be refused', async () => {
  const paid = await console.trigger('payment_intent.succeeded')
  const page = await console.open(`/callbacks?merchantId=${patient.merchantId}`, {
    token: await console.tokenFor('viewer'),
  })
  const none = async (...names: string[]) => {
    for (const name of names) {
      expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0])
    }
  }
  const go = (path: string) => page.evaluate(to => history.pushState(null, '', to), `/console${path}`)
  await page.getByRole('link', { name: /^payment_intent.succeeded/ }).click()
  await page.getByRole('heading', { level: 1, name: 'payment_intent.succeeded' }).waitFor()
  await none('Redeliver')
  await go(`/payments/${paid}`)
  await page.getByText('Timeline').waitFor()
  await none('Refund', 'Capture', 'Cancel payment')
  await go('/ledger')
  // Other tests add merchants: which ones the first page shows depends on when this is read.
  await page.getByRole('main').getByRole('row').nth(1).waitFor()
  await none('Verify ledger')
})
