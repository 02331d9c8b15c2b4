import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { misfits, seriousFindings } from './console/support/page-checks.ts'
import { useBrowser } from './support/browser.ts'
import { useSandbox } from './support/sandbox.ts'

const sandbox = useSandbox()
const { newPage, ownPage } = useBrowser()

const payment = { amount: 1999, currency: 'usd', payment_method: 'pm_card_visa', confirm: true } as const
const pay = () => sandbox.stripe.paymentIntents.create({ ...payment, return_url: sandbox.url })
const card = (page: Page, name: string) => page.getByRole('region', { name })
const open = async () => {
  const page = await newPage()
  await page.goto(`${sandbox.url}/`)
  return page
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

beforeEach(async () => {
  await sandbox.control('DELETE', 'faults')
  await sandbox.control('DELETE', 'webhooks/disruptions')
  await sandbox.control('POST', 'webhooks/resume')
})

describe('faults', () => {
  test('are added, shown while calls are left, and cleared', async () => {
    const page = await open()
    const faults = card(page, 'Faults')
    await faults.getByLabel('Call', { exact: true }).selectOption('refunds.create')
    await faults.getByLabel('HTTP status').fill('503')
    await faults.getByLabel('How many calls').fill('2')
    await faults.getByRole('button', { name: 'Add fault' }).click()
    const row = faults.getByRole('listitem').filter({ hasText: 'refunds.create' })
    await row.getByText('2 left').waitFor()
    expect(await row.innerText()).toContain('Answers 503')
    const { id } = await pay()
    const refund = () =>
      sandbox.stripe.refunds.create({ payment_intent: id }, { maxNetworkRetries: 0 }).catch(error => error)
    expect((await refund()).statusCode).toBe(503)
    await row.getByText('1 left').waitFor()
    await faults.getByRole('button', { name: 'Clear faults' }).click()
    await faults.getByText('None set.').waitFor()
    expect((await refund()).status).toBe('succeeded')
  })

  test('show only the fields of their kind, and hidden fields do not prevent adding one', async () => {
    const page = await open()
    const faults = card(page, 'Faults')
    const [status, delay] = [faults.getByLabel('HTTP status'), faults.getByLabel('Delay in ms')]
    expect([await status.isVisible(), await delay.isVisible()]).toEqual([true, false])
    await status.fill('')
    await faults.getByLabel('What happens').selectOption('Answers late')
    expect([await status.isVisible(), await delay.isVisible()]).toEqual([false, true])
    await delay.fill('1500')
    await faults.getByRole('button', { name: 'Add fault' }).click()
    await faults.getByText('Answers 1 s 500 ms late').waitFor()
    const { data } = await sandbox.control<{ data: object[] }>('GET', 'faults')
    expect(data).toMatchObject([{ operation: '*', fault: { kind: 'latency', ms: 1500 }, count: 1 }])
  })
})

describe('webhooks', () => {
  test('are paused and resumed', async () => {
    const { stripe, url } = sandbox
    const endpoint = { url: `${url}/_sandbox/callbacks`, enabled_events: ['payment_intent.created' as const] }
    const { id } = await stripe.webhookEndpoints.create(endpoint)
    const page = await open()
    const webhooks = card(page, 'Webhooks')
    const fact = (name: string) => webhooks.locator('.facts > div').filter({ hasText: name })
    await webhooks.getByRole('button', { name: 'Pause webhooks' }).click()
    await fact('Sending').getByText('Paused').waitFor()
    await stripe.paymentIntents.create({ amount: 100, currency: 'usd' })
    await fact('Waiting to be sent').getByText('1', { exact: true }).waitFor()
    await webhooks.getByRole('button', { name: 'Resume webhooks' }).click()
    await fact('Waiting to be sent').getByText('0', { exact: true }).waitFor()
    await fact('Sending').getByText('On').waitFor()
    await stripe.webhookEndpoints.del(id)
  })

  test('are disrupted, and in order again', async () => {
    const page = await open()
    const webhooks = card(page, 'Webhooks')
    const choose = async (mode: string, count: string) => {
      await webhooks.getByLabel('The next webhooks are').selectOption(mode)
      await webhooks.getByLabel('How many').fill(count)
      await webhooks.getByRole('button', { name: 'Add disruption' }).click()
    }
    for (const [mode, count] of [
      ['Lost', '1'],
      ['Sent twice', '2'],
      ['Sent in reverse order', '3'],
      ['Sent late', '4'],
    ] as const) {
      await choose(mode, count)
      const row = webhooks.getByRole('listitem').filter({ hasText: mode })
      await row.getByText(`${count} left`).waitFor()
    }
    const { disruptions } = await sandbox.control<{ disruptions: object[] }>('GET', 'webhooks')
    expect(disruptions).toMatchObject([
      { mode: 'drop', count: 1 },
      { mode: 'duplicate', count: 2 },
      { mode: 'reorder', count: 3 },
      { mode: 'delay', count: 4, ms: 5000 },
    ])
    await webhooks.getByRole('button', { name: 'Clear disruptions' }).click()
    await webhooks.getByRole('listitem').first().waitFor({ state: 'detached' })
  })
})

test('the clock is advanced, and due jobs run', async () => {
  const held = await sandbox.stripe.paymentIntents.create({
    ...payment,
    capture_method: 'manual',
    return_url: sandbox.url,
  })
  const page = await open()
  const clock = card(page, 'Clock')
  const { offset_ms: before } = await sandbox.control<{ offset_ms: number }>('GET', 'clock')
  await clock.getByRole('button', { name: 'Advance 7 days' }).click()
  await expect.poll(() => clock.innerText()).toMatch(/Ahead by\s+\d+ d/)
  const { offset_ms: after } = await sandbox.control<{ offset_ms: number }>('GET', 'clock')
  expect(after - before).toBe(7 * 86_400_000)
  expect((await sandbox.stripe.paymentIntents.retrieve(held.id)).status).toBe('canceled')
})

test('a reader that waits for a card gets one, or the shopper cancels', async () => {
  const { stripe } = sandbox
  const { id } = await stripe.terminal.readers.create({
    registration_code: 'simulated-wpe',
    label: 'Counter',
  })
  const inPerson = { amount: 4200, currency: 'usd', allowed_payment_method_types: ['card_present'] }
  const start = async () => {
    const intent = await stripe.paymentIntents.create(inPerson)
    await stripe.terminal.readers.processPaymentIntent(id, { payment_intent: intent.id })
    return intent.id
  }
  const page = await open()
  const row = page.locator('#readers').getByRole('listitem').filter({ hasText: 'Counter' })
  const paid = await start()
  await row.getByRole('button', { name: 'Present a card (Counter)' }).click()
  await row.getByText('Approved').waitFor()
  expect((await stripe.paymentIntents.retrieve(paid)).status).toBe('succeeded')
  const canceled = await start()
  await row.getByRole('button', { name: 'Cancel (Counter)' }).click()
  await row.getByText('Canceled').waitFor()
  expect((await stripe.paymentIntents.retrieve(canceled)).status).toBe('requires_payment_method')
})

test('a refused control shows the reason in its card', async () => {
  const page = await ownPage(/the server responded with a status of 400/)
  await page.goto(`${sandbox.url}/`)
  const faults = card(page, 'Faults')
  await faults
    .getByLabel('Call', { exact: true })
    .evaluate((select: HTMLSelectElement) => select.add(new Option('gone.create', 'gone.create', true, true)))
  await faults.getByRole('button', { name: 'Add fault' }).click()
  await faults.getByRole('alert').getByText('Unknown operation gone.create').waitFor()
  await faults.getByLabel('Call', { exact: true }).selectOption('Any call')
  await faults.getByRole('button', { name: 'Add fault' }).click()
  await faults.getByRole('alert').waitFor({ state: 'hidden' })
})

test('the keyboard is enough, and keeps its place', async () => {
  const page = await open()
  await card(page, 'Webhooks').getByRole('button', { name: 'Pause webhooks' }).focus()
  await page.keyboard.press('Enter')
  await card(page, 'Webhooks').getByRole('button', { name: 'Resume webhooks' }).waitFor()
  await expect.poll(() => focused(page)).toBe('Resume webhooks')
  await card(page, 'Faults').getByLabel('How many calls').focus()
  await page.keyboard.press('Enter')
  const clear = card(page, 'Faults').getByRole('button', { name: 'Clear faults' })
  await clear.focus()
  await page.keyboard.press('Enter')
  await clear.waitFor({ state: 'detached' })
  // The button is gone, so the focus is on the heading of its card.
  await expect.poll(() => focused(page)).toBe('Faults')
})

test('the page is accessible on a phone and a desktop, in light and dark', async () => {
  await sandbox.control('POST', 'faults', { kind: 'error', count: 2, skip: 1 })
  await sandbox.control('POST', 'webhooks/disruptions', { mode: 'delay', types: ['charge.refunded'] })
  await sandbox.control('POST', 'webhooks/pause')
  for (const width of [390, 1280]) {
    const page = await newPage({ viewport: { width, height: 800 } })
    await page.goto(`${sandbox.url}/`)
    expect(await seriousFindings(page, { schemes: ['light', 'dark'] })).toEqual([])
    expect(await misfits(page, [width])).toEqual([])
  }
})
