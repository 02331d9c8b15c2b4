import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { pay, typeCard } from '../support/paying.ts'
import { useConsole } from './support/console.ts'

// a page of the platform's own, on the same site
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
// an empty one
const console = useConsole({ SVC_PORTAL_EMBEDDERS: embedder })

test('a first payment: created, paid, succeeded and called back by clicking alone', async () => {
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
  await page.getByRole('region', { name: 'Volume, refunds and fees' }).locator('svg').first().waitFor()
})

test('a dispute needs attention, and its payment says so: until when, and why it cannot be refunded', async () => {
  await console.trigger('charge.dispute.created')
  const page = await console.open()
  await page.getByRole('link', { name: 'Dispute over $49.99' }).first().click()
  await page.getByRole('region', { name: 'Disputes' }).waitFor()
  const note = page.getByRole('note').filter({ hasText: 'Disputed: $49.99' })
  await note.filter({ hasText: /Answer due in \d+ days/ }).waitFor()
  await note.getByText('The processor refuses refunds').waitFor()
  expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('row').getByText('Disputed', { exact: true }).waitFor()
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
  await portal.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  await portal.getByRole('link', { name: 'Settings' }).click()
  await portal.getByRole('button', { name: 'Send test event' }).waitFor()
  const [, frame] = page.frames()
  await frame?.evaluate(() => location.reload())
  await portal.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
})
