import { expect, test } from 'vitest'
import { useConsole } from './support/console.ts'
import { addMerchant, pay } from './support/merchants.ts'

const console = useConsole({ SVC_PROCESSORS: 'sandbox,sandbox-2' })

const second = () => /sandbox-2 +(http\S+)/.exec(console.up.banner)?.[1] ?? ''

test('a merchant is moved by the checklist, and payments of both processors are refunded', async () => {
  const merchant = await addMerchant(console, { name: 'Moving Bakery' })
  const old = await pay(console, merchant)
  const path = `/merchants/${merchant.merchantId}`
  const page = await console.open(path)
  const steps = page.getByRole('list', { name: 'Move to sandbox-2' })
  await steps.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create account' }).click()
  await steps.getByRole('button', { name: 'Onboarding link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('button[type=submit]').click()
  const href = await dialog.getByRole('link', { name: 'Open the onboarding page' }).getAttribute('href')
  expect(new URL(href ?? '').origin).toBe(second())

  const there = async () => (await console.admin<{ accounts: Account[] }>('GET', path)).accounts[1]
  const accountId = (await there())?.processorAccountId ?? ''
  const onboarding = `${second()}/_sandbox/accounts/${accountId}/onboarding`
  const body = JSON.stringify({ outcome: 'complete' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(onboarding, { method: 'POST', headers, body })).ok).toBe(true)
  await expect.poll(async () => (await there())?.onboardingStatus, { timeout: 20_000 }).toBe('enabled')

  const again = await console.open(path)
  await again.getByRole('button', { name: 'Move to sandbox-2' }).click()
  await again.getByRole('dialog').getByRole('button', { name: 'Move to sandbox-2' }).click()
  await again.getByText('New payments go to sandbox-2').waitFor()
  const moved = await pay(console, { ...merchant, accountId }, 2500, 'usd', second(), 'sk_test_sandbox_2')

  const payment = (id: string) =>
    console.admin<{ processor: string; status: string }>('GET', `/payments/${id}`)
  for (const id of [old, moved]) {
    await expect.poll(async () => (await payment(id)).status, { timeout: 20_000 }).toBe('succeeded')
    const shown = await console.open(`/payments/${id}`)
    await shown.getByRole('button', { name: 'Refund', exact: true }).click()
    await shown
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund \$/ })
      .click()
    await expect.poll(async () => (await payment(id)).status, { timeout: 20_000 }).toBe('refunded')
  }
  expect([(await payment(old)).processor, (await payment(moved)).processor]).toEqual(['sandbox', 'sandbox-2'])
})

interface Account {
  processorAccountId: string
  onboardingStatus: string
}
