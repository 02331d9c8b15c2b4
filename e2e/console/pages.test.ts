import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { pay, typeCard } from '../support/paying.ts'
import { useConsole } from './support/console.ts'
import { allWidths, loaded, misfits } from './support/page-checks.ts'
import { useFilledConsole } from './support/places.ts'

// A page of the platform's own, on the same site.
let platformPage = ''
const platform = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(platformPage)
})
await once(platform.listen(0, '127.0.0.1'), 'listening')
afterAll(() => {
  platform.closeAllConnections()
  platform.close()
})
const embedder = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
// A separate instance, empty at first. Its lists are short, so each check is quick.
const console = useConsole({ SVC_PORTAL_EMBEDDERS: embedder })

describe('an empty instance', () => {
  test('a first payment: created, paid, succeeded and delivered as a callback by clicking alone', async () => {
    const page = await console.open()
    await page.getByRole('button', { name: 'Create test payment' }).click()
    const steps = page.getByRole('list', { name: 'Progress of the test payment' })
    const opening = page.waitForEvent('popup')
    await steps.getByRole('link', { name: 'Open checkout' }).click()
    const checkout = await opening
    await typeCard(checkout, '4242424242424242')
    await pay(checkout)
    await checkout.getByRole('heading', { name: 'Paid' }).waitFor()
    await steps.getByText('Succeeded', { exact: true }).waitFor()
    await steps.getByText('Delivered').waitFor()
    await steps.getByRole('link', { name: '$49.99' }).click()
    await page.getByRole('heading', { level: 1, name: '$49.99' }).waitFor()
    await page.getByText('payment_intent.succeeded').first().waitFor()
  })

  test('the overview counts it', async () => {
    await console.trigger('payment_intent.succeeded')
    const page = await console.open()
    await page.getByRole('link', { name: /^Volume \$[\d,]+\.\d\d/ }).waitFor()
    await page
      .getByRole('region', { name: 'Volume, refunds and platform fees' })
      .locator('svg')
      .first()
      .waitFor()
    await page.getByText(/^opened, whatever the outcome; /).waitFor()
  })

  test('while its figures are being counted, the overview does not show an empty period', async () => {
    const page = await console.newPage()
    await page.route('**/admin/v1/overview*', async route => {
      const response = await route.fetch()
      const { callbacks, ...overview } = await response.json()
      const none = { ...callbacks, delivered: 0, failed: 0, pending: 0, dead: 0 }
      const json = { ...overview, isUpToDate: false, currencies: [], declines: [], callbacks: none }
      await route.fulfill({ response, json })
    })
    await page.request.post(`${console.up.url}/console/session`, { data: { token: console.ownerToken() } })
    await page.goto(console.url)
    await page.getByText('The figures are still being calculated.').waitFor()
    expect(await page.getByText('Not counted yet').count()).toBe(2)
    const text = await page.locator('main').innerText()
    expect(text).not.toMatch(/No declines|Nothing was sent|No payments/)
  })

  test('amounts in the millions fit on a phone', async () => {
    const page = await console.newPage({ viewport: { width: 360, height: 800 } })
    await page.route('**/admin/v1/overview*', async route => {
      const response = await route.fetch()
      const overview = await response.json()
      const counts = { volumeCents: 1_234_567_890_12, count: 1, succeeded: 1, feesCents: 0, refundedCents: 0 }
      const series = [{ at: overview.from, ...counts }]
      const usd = { currency: 'usd', ...counts, failed: 0, disputedCents: 0, series }
      await route.fulfill({ response, json: { ...overview, currencies: [usd] } })
    })
    await page.request.post(`${console.up.url}/console/session`, { data: { token: console.ownerToken() } })
    await page.goto(console.url)
    const volume = page.getByRole('link', { name: /^Volume/ }).getByText('$1,234,567,890.12')
    await volume.waitFor()
    const cut = await volume.evaluate(({ parentElement, clientWidth, scrollWidth }) => [
      scrollWidth > clientWidth,
      (parentElement?.scrollWidth ?? 0) > (parentElement?.clientWidth ?? 0),
    ])
    expect(cut).toEqual([false, false])
  })

  test('refused webhooks need attention', async () => {
    const time = String(Math.floor(Date.now() / 1000))
    const headers = { 'stripe-signature': `t=${time},v1=${'0'.repeat(64)}` }
    const answer = await fetch(`${console.up.url}/webhooks/processor`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    expect(answer.status).toBe(401)
    const page = await console.open()
    const item = page
      .getByRole('listitem')
      .filter({ hasText: 'Webhooks from sandbox have been refused since' })
    await item.getByText('wrong signature; check the secret of the platform endpoint').waitFor()
  })

  test('a dispute needs attention, and its payment shows the deadline, where to answer, and why it cannot be refunded', async () => {
    const svcPaymentId = await console.trigger('charge.dispute.created')
    const page = await console.open()
    await page
      .getByRole('link', { name: /^respond by .* UTC.*, in \d+ days/ })
      .first()
      .click()
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: svcPaymentId }) })
    await row.getByText('Needs a response').waitFor()
    await row
      .getByText(/^in \d+ days/)
      .last()
      .waitFor()
    for (const text of ['Demo Merchant', 'Fraudulent']) expect(await row.innerText()).toContain(text)
    await row.getByRole('link', { name: svcPaymentId }).click()
    await page.getByRole('link', { name: 'Back to Disputes' }).click()
    await row.waitFor()
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: 'Dispute of $49.99' }).first().click()
    await page.getByRole('region', { name: 'Disputes' }).waitFor()
    const note = page.getByRole('note').filter({ hasText: 'Disputed: $49.99' })
    await note.filter({ hasText: /Respond by .* UTC.*, in \d+ days/ }).waitFor()
    await note.getByText('The processor refuses refunds').waitFor()
    expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: 'Back to Overview' }).click()
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await page.getByRole('row').getByText('Disputed', { exact: true }).waitFor()
    // The overview's figure leads to this address.
    await page.evaluate(() => history.pushState(null, '', '/console/payments?disputedFrom=2026-01-01'))
    await page.getByRole('checkbox', { name: 'Disputed', checked: true }).click()
    await page.waitForURL(/\/payments$/)
    await page.evaluate(id => history.pushState(null, '', `/console/payments/${id}`), svcPaymentId)
    const opening = page.waitForEvent('popup')
    await note.getByRole('link', { name: 'Respond in the sandbox' }).click()
    const sandbox = await opening
    await sandbox.getByRole('heading', { name: 'Disputed: $49.99' }).waitFor()
    await sandbox.getByRole('button', { name: 'Submit winning evidence' }).click()
    await sandbox.getByRole('heading', { name: 'Dispute won' }).waitFor()
    await note.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Refund', exact: true }).waitFor()
    await page.getByRole('region', { name: 'Disputes' }).getByText('Decided').waitFor()
    await page.evaluate(() => history.pushState(null, '', '/console/disputes?tab=all'))
    await row.getByText('Won', { exact: true }).waitFor()
    await page.evaluate(() => history.pushState(null, '', '/console/payments?disputed=true'))
    await row.getByText('Dispute won').waitFor()
  })

  test('an answered dispute needs no attention, and a lost one does not look like an open one', async () => {
    const svcPaymentId = await console.trigger('charge.dispute.created')
    const page = await console.open(`/payments/${svcPaymentId}`)
    const link = page.getByRole('note').getByRole('link', { name: 'Respond in the sandbox' })
    const { origin, pathname } = new URL((await link.getAttribute('href')) ?? '')
    const { connectedAccountId } = await console.admin<{ connectedAccountId: string }>(
      'GET',
      `/payments/${svcPaymentId}`,
    )
    const headers = { authorization: 'Bearer sk_test_sandbox', 'stripe-account': connectedAccountId }
    const form = { 'evidence[uncategorized_text]': 'a receipt' }
    const id = pathname.split('/').at(-1)
    expect((await page.request.post(`${origin}/v1/disputes/${id}`, { headers, form })).ok()).toBe(true)
    await page.getByRole('note').getByText('The response was sent: the bank is reviewing it.').waitFor()
    await page.getByText('Dispute under review', { exact: true }).waitFor()
    expect(await link.count()).toBe(0)
    const { attention } = await console.admin<{ attention: { disputes: { svcPaymentId: string }[] } }>(
      'GET',
      '/overview',
    )
    expect(attention.disputes.filter(dispute => dispute.svcPaymentId === svcPaymentId)).toEqual([])
    const lost = await console.trigger('charge.dispute.closed')
    await page.evaluate(to => history.pushState(null, '', `/console/payments/${to}`), lost)
    await page.getByText('Dispute lost', { exact: true }).waitFor()
  })

  test('a portal opens in a frame of the platform’s own site, and stays there', async () => {
    const merchants = await console.admin<{ data: { merchantId: string }[] }>('GET', '/merchants')
    const link = `/merchants/${merchants.data[0]?.merchantId}/portal-link`
    const { url } = await console.admin<{ url: string }>('POST', link, {})
    const page = await console.ownPage()
    platformPage = `<!doctype html><title>Platform</title><link rel="icon" href="data:,">
      <iframe src="${url}" title="Payments" width="1200" height="700"></iframe>`
    await page.goto(embedder)
    const portal = page.frameLocator('iframe')
    await portal.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await portal.getByRole('link', { name: 'Settings' }).click()
    await portal.getByRole('button', { name: 'Send test event' }).waitFor()
    const [, frame] = page.frames()
    await frame?.evaluate(() => location.reload())
    await portal.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })
})

describe('every page', () => {
  const pathOf = useFilledConsole(console)

  test.each(['/payments', '/callbacks', '/callbacks?tab=events', '/search?q=order-4999'])(
    '%s names the merchant on a phone',
    async place => {
      const page = await console.open(place, { viewport: { width: 390, height: 844 } })
      const name = page.getByRole('row').getByText('Books and Fine Stationery of Upper Springfield')
      await name.filter({ visible: true }).first().waitFor()
    },
  )

  test('a failing endpoint’s last answer is not truncated', async () => {
    const page = await console.open(pathOf('/callbacks?merchantId=:merchant'))
    const answer = page.getByRole('row').getByText('the server refused the connection (ECONNREFUSED)').first()
    const hiddenLines = await answer.evaluate(element => {
      // Both heights are rounded, so they may differ by a pixel.
      const hiddenPx = element.scrollHeight - element.clientHeight
      return Math.round(hiddenPx / Number.parseFloat(getComputedStyle(element).lineHeight))
    })
    expect(hiddenLines).toBe(0)
  })

  test('/callbacks fits every width', async () => {
    const page = await console.open('/callbacks')
    await loaded(page)
    expect(await misfits(page, allWidths)).toEqual([])
  })

  test('an unknown path keeps the navigation, which is behind a button on a phone', async () => {
    const page = await console.open('/nonsense/of/some/kind')
    await page.getByText('There is no such page').waitFor()
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Payments' }).click()
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Sandbox' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sandbox' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('the list does not move after it is drawn', async () => {
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

  test('pages opened while the service restarts appear once it is back', async () => {
    const page = await console.newPage({
      expected: /Failed to load resource|net::ERR|dynamically imported module/,
    })
    await page.request.post(`${console.up.url}/console/session`, { data: { token: console.ownerToken() } })
    await page.goto(`${console.url}/payments`)
    await page.locator('main [data-row-link]').first().waitFor()
    await page.route('**', route => route.abort())
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Ledger' }).click()
    await page.getByRole('heading', { level: 1, name: 'Loading…' }).waitFor()
    await page.getByRole('navigation', { name: 'Console' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
  })
})
