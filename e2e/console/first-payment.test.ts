import { test } from 'vitest'
import { pay, typeCard } from '../support/paying.ts'
import { useConsole } from './support/console.ts'

// an empty one
const console = useConsole({})

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
  await page.getByRole('link', { name: '$49.99 for' }).click()
  await page.getByRole('heading', { level: 1, name: '$49.99' }).waitFor()
  await page.getByText('payment_intent.succeeded').first().waitFor()
})

test('the overview counts it', async () => {
  await console.trigger('payment_intent.succeeded')
  const page = await console.open()
  await page.getByRole('link', { name: /^Volume \$[\d,]+\.\d\d/ }).waitFor()
  await page.getByRole('region', { name: 'Volume, refunds and fees' }).locator('svg').first().waitFor()
})

test('a dispute needs attention, and leads to its payment', async () => {
  await console.trigger('charge.dispute.created')
  const page = await console.open()
  await page.getByRole('link', { name: 'Dispute over $49.99' }).first().click()
  await page.getByRole('region', { name: 'Disputes' }).waitFor()
})
