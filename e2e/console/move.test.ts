import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useConsole } from './support/console.ts'
import { focusedText, pressButton } from './support/keyboard.ts'
import { addMerchant, pay } from './support/merchants.ts'
import { seriousFindings } from './support/page-checks.ts'

const console = useConsole({ SVC_PROCESSORS: 'sandbox,sandbox-2' })

const second = () => /sandbox-2 +(http\S+)/.exec(console.up.banner)?.[1] ?? ''

test('a merchant is moved by following the checklist, and payments of both processors are refunded', async () => {
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
  const href = await dialog.getByRole('link', { name: 'Open onboarding link' }).getAttribute('href')
  expect(new URL(href ?? '').origin).toBe(second())

  const there = async () => (await console.admin<{ accounts: Account[] }>('GET', path)).accounts[1]
  const accountId = (await there())?.processorAccountId ?? ''
  const onboarding = `${second()}/_sandbox/accounts/${accountId}/onboarding`
  const body = JSON.stringify({ outcome: 'complete' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(onboarding, { method: 'POST', headers, body })).ok).toBe(true)
  await expect.poll(async () => (await there())?.onboardingStatus).toBe('enabled')

  const testPayment = { merchantId: merchant.merchantId, processor: 'sandbox-2', amountCents: 100 }
  await console.admin('POST', '/sandbox/payments', testPayment)
  const again = await console.open(path)
  const tested = (page: Page, target: string) =>
    page
      .getByRole('list', { name: `Move to ${target}` })
      .getByRole('listitem')
      .filter({ hasText: 'Test payment' })
  // The test payment is not paid.
  await tested(again, 'sandbox-2').getByText('Not yet').waitFor()
  expect(await seriousFindings(again, { schemes: ['light', 'dark'] })).toEqual([])
  // With the keyboard alone.
  const move = again.getByRole('button', { name: 'Move to sandbox-2' })
  await pressButton(again, move)
  await again.getByRole('dialog').waitFor()
  expect(await seriousFindings(again, { part: 'dialog[open]', schemes: ['light', 'dark'] })).toEqual([])
  await again.keyboard.press('Escape')
  await again.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focusedText(again)).toBe('Move to sandbox-2')
  await again.keyboard.press('Enter')
  await pressButton(again, again.getByRole('dialog').getByRole('button', { name: 'Move to sandbox-2' }))
  await again.getByText('New payments go to sandbox-2').waitFor()
  const moved = await pay(console, { ...merchant, accountId }, 2500, 'usd', second(), 'sk_test_sandbox_2')

  const payment = (id: string) =>
    console.admin<{ processor: string; status: string }>('GET', `/payments/${id}`)
  for (const id of [old, moved]) {
    await expect.poll(async () => (await payment(id)).status).toBe('succeeded')
    const shown = await console.open(`/payments/${id}`)
    await shown.getByRole('button', { name: 'Refund', exact: true }).click()
    await shown
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund \$/ })
      .click()
    await expect.poll(async () => (await payment(id)).status).toBe('refunded')
  }
  expect([(await payment(old)).processor, (await payment(moved)).processor]).toEqual(['sandbox', 'sandbox-2'])
  // The step stays done after the payment is refunded.
  await tested(await console.open(path), 'sandbox')
    .getByText('Done')
    .waitFor()
})

test('the sandbox page links to each sandbox, and a test payment can be made at either', async () => {
  const page = await console.open('/sandbox')
  const first = /Sandbox +(http\S+)/.exec(console.up.banner)?.[1]
  const hrefOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href')
  expect([await hrefOf('Open sandbox'), await hrefOf('Open sandbox-2')]).toEqual([first, second()])
  const sent = page.waitForRequest('**/admin/v1/sandbox/payments')
  await page.getByLabel('Processor').selectOption('sandbox')
  await page.getByRole('button', { name: 'Create test payment' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ processor: 'sandbox' })
  await page.getByRole('link', { name: 'Open checkout' }).waitFor()
})

test('figures and statements are shown for one processor', async () => {
  const merchant = await addMerchant(console, { name: 'Split Bakery' })
  await pay(console, merchant, 1234)
  // The page asks for figures only every ten seconds.
  const path = `/overview?merchantId=${merchant.merchantId}`
  const figures = async () =>
    (await console.admin<{ currencies: { volumeCents: number }[] }>('GET', path)).currencies
  await expect.poll(figures).toMatchObject([{ volumeCents: 1234 }])
  const page = await console.open(`/?merchantId=${merchant.merchantId}&period=24h`)
  await page.getByText('$12.34').first().waitFor()
  await page.getByLabel('Processor').selectOption('sandbox-2')
  await page.getByText('$12.34').first().waitFor({ state: 'detached' })
  expect(await page.getByText('90 days').count()).toBe(0)
  const callbacks = page.getByRole('link', { name: /delivered$/ })
  expect(await callbacks.getAttribute('href')).toMatch(
    new RegExp(`merchantId=${merchant.merchantId}&processor=sandbox-2&createdFrom=`),
  )
  await page.getByLabel('Processor').selectOption('sandbox')
  await page.getByText('$12.34').first().waitFor()
  await page.getByRole('link', { name: /^Volume/ }).click()
  await page.getByRole('table', { name: 'Payments, newest first' }).getByText('$12.34').waitFor()
  await page.getByLabel('Processor').selectOption('sandbox-2')
  await page.getByText('No matching payments').waitFor()

  const statement = await console.open(`/ledger?merchantId=${merchant.merchantId}&tab=statement`)
  await statement.getByRole('table', { name: 'Movements' }).waitFor()
  await statement.getByLabel('Processor').selectOption('sandbox-2')
  await statement.getByText('No movements').waitFor()
})

test('an account is disabled and enabled again', async () => {
  const merchant = await addMerchant(console, { name: 'Closed Bakery' })
  const page = await console.open(`/merchants/${merchant.merchantId}`)
  const explanations = {
    Disable: 'Enabling the account undoes this at once. If you suspect fraud, suspend the merchant instead',
    Enable: 'takes new payments there again at once',
  }
  const act = async (label: keyof typeof explanations) => {
    await page.getByRole('button', { name: `${label} the account at sandbox` }).click()
    await page.getByRole('dialog').getByText(explanations[label]).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
  }
  await act('Disable')
  await page
    .getByText(/^Its account has been disabled since .+ by owner\. It takes no new payments/)
    .waitFor()
  const overview = await console.open('/')
  const stopped = overview
    .getByRole('region', { name: 'Needs attention' })
    .getByText(/^Closed Bakery takes no new payments: its account has been disabled since .+ by owner$/)
  await stopped.waitFor()
  const path = `/merchants/${merchant.merchantId}/portal-link`
  const { url } = await console.admin<{ url: string }>('POST', path, {})
  const portal = await console.newPage()
  await portal.goto(url)
  await portal.getByText('Your platform disabled your account for new payments.').waitFor()
  const headers = {
    'x-api-key': merchant.apiKey,
    'idempotency-key': 'one',
    'content-type': 'application/json',
  }
  const init = { method: 'POST', headers, body: '{"amountCents":1000}' }
  const create = async () => (await fetch(`${console.up.url}/v1/payments/intents`, init)).status
  await expect.poll(create).toBe(403)
  await act('Enable')
  await expect.poll(create).toBe(200)
  await stopped.waitFor({ state: 'detached' })
})

interface Account {
  processorAccountId: string
  onboardingStatus: string
}
