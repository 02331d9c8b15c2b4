import { expect, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { useConsole } from './support/console.ts'
import { focusedText, pressButton, tabTo } from './support/keyboard.ts'
import { addMerchant, pay } from './support/merchants.ts'
import { useReceiver } from './support/receiver.ts'

const console = useConsole()
const receiver = useReceiver()

test('a payment is found and refunded with the keyboard alone', async () => {
  const merchant = await addMerchant(console, { name: 'Bakery without a Mouse' })
  const paid = await pay(console, merchant)
  const status = async () => (await console.admin<{ status: string }>('GET', `/payments/${paid}`)).status
  await expect.poll(status).toBe('succeeded')
  const page = await console.open('/merchants')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.type(paid)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: '$49.99' }).waitFor()

  const refund = page.getByRole('button', { name: 'Refund', exact: true })
  const dialog = page.getByRole('dialog')
  await pressButton(page, refund)
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focusedText(page)).toBe('Refund')
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel('Amount'))
  // Tab selected the field's content.
  await page.keyboard.type('3.60')
  await Promise.all([
    page.getByText('$3.60 refunded').waitFor(),
    pressButton(page, dialog.getByRole('button', { name: 'Refund $3.60' })),
  ])
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focusedText(page)).toBe('Refund')
})

test('a callback is found in the list and redelivered with the keyboard alone', async () => {
  const merchant = await addMerchant(console, { name: 'Kiosk without a Mouse', callbackUrl: receiver.url })
  await pay(console, merchant, 1111)
  await pay(console, merchant, 2222)
  const path = `/deliveries?state=delivered&type=payment_intent.succeeded&merchantId=${merchant.merchantId}`
  await waitUntil(async () => (await console.admin<{ data: object[] }>('GET', path)).data.length === 2)
  const search = `type=payment_intent.succeeded&merchantId=${merchant.merchantId}`
  const page = await console.open(`/callbacks?${search}`)
  const rows = page.locator('main [data-row-link]')
  await rows.nth(1).waitFor()
  const focusedRow = () => rows.evaluateAll(all => all.findIndex(row => row.matches(':focus')))
  for (const [key, row] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(focusedRow).toBe(row)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'payment_intent.succeeded' }).waitFor()
  const redeliver = page.getByRole('button', { name: 'Redeliver', exact: true })
  const before = receiver.received.length
  await pressButton(page, redeliver)
  const dialog = page.getByRole('dialog')
  await pressButton(page, dialog.getByRole('button', { name: 'Redeliver' }))
  await expect.poll(() => receiver.received.length).toBe(before + 1)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focusedText(page)).toBe('Redeliver')
})

test('a key is rotated with the keyboard alone, and the dialog with the new one is not closed by mistake', async () => {
  const { merchantId } = await addMerchant(console, { name: 'Shop without a Mouse' })
  const page = await console.open(`/merchants/${merchantId}`)
  const rotate = page.getByRole('button', { name: 'Rotate key' })
  const dialog = page.getByRole('dialog')
  await pressButton(page, rotate)
  const grace = dialog.getByLabel('How long the old key keeps working')
  await grace.focus()
  await page.keyboard.press('1')
  await pressButton(page, dialog.getByRole('button', { name: 'Rotate key' }))
  const secret = page.getByRole('dialog', { name: 'The new API key' })
  await secret.waitFor()
  await page.keyboard.press('Escape')
  await pressButton(page, secret.getByRole('button', { name: 'Keep it open' }))
  await pressButton(page, secret.getByRole('button', { name: 'I have saved it' }))
  await secret.waitFor({ state: 'detached' })
  await page.getByText('expires in').waitFor()
  // The old key can no longer be rotated, and its button has gone: Tab continues from the button's card.
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedText(page)).toBe('New key')
})
