import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useConsole } from './support/console.ts'
import { addMerchant, pay } from './support/merchants.ts'
import { useReceiver } from './support/receiver.ts'

// So that a callback nobody takes is a dead letter within a second.
const console = useConsole({ SVC_CALLBACK_RETRY_DELAYS_MS: Array(8).fill('20').join(',') })
const receiver = useReceiver()

beforeEach(() => {
  receiver.status = 200
})

interface Delivery {
  deliveryId: string
  state: string
  eventId: string
}

async function deliveriesOf(merchantId: string, state: string): Promise<Delivery[]> {
  const path = `/deliveries?merchantId=${merchantId}&state=${state}`
  return (await console.admin<{ data: Delivery[] }>('GET', path)).data
}

/** A merchant whose server was down for some payments: each left a dead letter. */
async function withDeadLetters(name: string, payments: number) {
  const merchant = await addMerchant(console, { name })
  await vi.waitUntil(
    async () =>
      (await console.admin<{ onboardingStatus: string }>('GET', `/merchants/${merchant.merchantId}`))
        .onboardingStatus === 'enabled',
    { timeout: 20_000 },
  )
  receiver.status = 500
  await console.admin('PUT', `/merchants/${merchant.merchantId}/callback`, { url: receiver.url })
  for (let index = 0; index < payments; index++) await pay(console, merchant, 1000 + index)
  await vi.waitUntil(async () => (await deliveriesOf(merchant.merchantId, 'dead')).length === payments, {
    timeout: 60_000,
    interval: 200,
  })
  receiver.status = 200
  return merchant
}

describe('dead letters', () => {
  test('are counted, redelivered once confirmed, and followed until they have arrived', async () => {
    const { merchantId, name } = await withDeadLetters('Broken Bakery', 3)
    await withDeadLetters('Other Bakery', 1)
    const token = await console.tokenFor('support')
    const page = await console.open(`/callbacks?state=dead&merchantId=${merchantId}`, { token })
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`3 callbacks of ${name}`).waitFor()
    await dialog.getByRole('button', { name: 'Redeliver 3 callbacks' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Redelivered 3 callbacks').waitFor()
    await page.getByText('3 delivered, 0 waiting').waitFor()
    await page.getByText('No dead letters').waitFor()
    expect(await deliveriesOf(merchantId, 'delivered')).toHaveLength(3)
    const others = await console.admin<{ data: unknown[] }>('GET', '/deliveries?state=dead')
    expect(others.data).toHaveLength(1)
    const log = await console.admin<{ data: object[] }>('GET', '/audit?limit=3')
    expect(log.data).toContainEqual(
      expect.objectContaining({ actor: 'A support', action: 'delivery.redeliver-all' }),
    )
  })

  test('are not redelivered when the dialog is left', async () => {
    const { merchantId } = await withDeadLetters('Patient Bakery', 1)
    const page = await console.open(`/callbacks?state=dead&merchantId=${merchantId}`)
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    await page.getByRole('dialog').getByText('1 callback of').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await deliveriesOf(merchantId, 'dead')).toHaveLength(1)
  })

  test('show request and answer side by side, and go out again one by one', async () => {
    const { merchantId } = await withDeadLetters('Single Bakery', 1)
    const [dead] = await deliveriesOf(merchantId, 'dead')
    const page = await console.open(`/callbacks/${dead?.deliveryId}`)
    await page.getByText(`svc-event-id: ${dead?.eventId}`).first().waitFor()
    await page.getByText('no such table: orders').first().waitFor()
    const text = await page.locator('main').innerText()
    expect(text).toContain('svc-signature: t=')
    expect(text).not.toMatch(/_secret_\w/)
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    await page.getByText('Taken by the merchant’s server.').waitFor()
    expect(receiver.received.at(-1)?.headers['svc-event-id']).toBe(dead?.eventId)
  })
})

test('one that was delivered asks before it goes out a second time', async () => {
  const { merchantId } = await withDeadLetters('Twice Bakery', 1)
  const [{ deliveryId } = { deliveryId: '' }] = await deliveriesOf(merchantId, 'dead')
  await console.admin('POST', `/deliveries/${deliveryId}/redeliver`, {})
  await vi.waitUntil(async () => (await deliveriesOf(merchantId, 'delivered')).length === 1, 20_000)
  const before = receiver.received.length
  const page = await console.open(`/callbacks/${deliveryId}`)
  await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click()
  await expect.poll(() => receiver.received.length).toBe(before + 1)
})

test('the live feed shows a payment’s events and callbacks as they happen', async () => {
  const merchant = await addMerchant(console, { name: 'Live Bakery', callbackUrl: receiver.url })
  const page = await console.open('/callbacks?tab=live')
  await page.getByText('Listening…').waitFor()
  await pay(console, merchant)
  const feed = page.getByRole('list', { name: 'Live feed' })
  await feed.getByRole('listitem').filter({ hasText: 'Delivered' }).first().waitFor()
  await feed.getByText('payment_intent.succeeded').first().waitFor()
  await feed.getByText('Live Bakery').first().waitFor()
})

test('a viewer sees everything and may send nothing', async () => {
  const { merchantId } = await withDeadLetters('Watched Bakery', 1)
  const page = await console.open(`/callbacks?merchantId=${merchantId}`, {
    token: await console.tokenFor('viewer'),
  })
  await page.getByRole('link', { name: /^payment_intent.succeeded/ }).click()
  await page.getByRole('heading', { level: 1, name: 'payment_intent.succeeded' }).waitFor()
  expect(await page.getByRole('button', { name: 'Redeliver' }).count()).toBe(0)
})
