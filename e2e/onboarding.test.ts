import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from './support/browser.ts'
import { useSandbox } from './support/sandbox.ts'
import { useShop } from './support/shop.ts'

const sandbox = useSandbox()
const shop = useShop(() => `${sandbox.url}/v3/`)
const { newPage } = useBrowser()

async function createLink(account: string): Promise<string> {
  const { url } = await sandbox.stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    return_url: `${shop.url}/done`,
    refresh_url: `${shop.url}/again`,
  })
  return url
}

async function open(): Promise<{ page: Page; account: string; url: string }> {
  const page = await newPage()
  const account = await sandbox.merchant('Harbor Coffee')
  const url = await createLink(account)
  await page.goto(url)
  return { page, account, url }
}

test.each([
  ['Submit everything', { charges_enabled: true, payouts_enabled: true, details_submitted: true }, null],
  ['Leave it incomplete', { charges_enabled: false, details_submitted: false }, 'requirements.past_due'],
  ['Reject this account', { charges_enabled: false, details_submitted: true }, 'rejected.fraud'],
])('%s, and back to the platform', async (button, standing, reason) => {
  const { page, account } = await open()
  expect(await page.getByText('Harbor Coffee').isVisible()).toBe(true)
  expect(await page.getByText('To do').count()).toBe(5)
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(`${shop.url}/done`)
  const after = await sandbox.stripe.accounts.retrieve(account)
  expect(after).toMatchObject(standing)
  expect(after.requirements?.disabled_reason).toBe(reason)
})

test('an incomplete onboarding is continued with a new link', async () => {
  const { page, account } = await open()
  await page.getByRole('button', { name: 'Leave it incomplete' }).click()
  await page.waitForURL(`${shop.url}/done`)
  await page.goto(await createLink(account))
  expect(await page.getByText('Done', { exact: true }).count()).toBe(3)
  expect(await page.getByText('To do').count()).toBe(2)
})

test('a link works once; after that it leads to the platform for a new one', async () => {
  const { page, url } = await open()
  const second = await newPage()
  await second.goto(url)
  await page.getByRole('button', { name: 'Submit everything' }).click()
  await page.waitForURL(`${shop.url}/done`)
  await page.goto(url)
  expect(page.url()).toBe(`${shop.url}/again`)
  const token = url.split('/').at(-1)
  const used = sandbox.control('POST', `accounts/${url.split('/').at(-2)}/onboarding`, {
    outcome: 'reject',
    link: token,
  })
  await expect(used).rejects.toThrow('410')
})

test('a link expires', async () => {
  const { page, url } = await open()
  await sandbox.control('POST', 'clock', { advance_seconds: 301 })
  await page.goto(url)
  expect(page.url()).toBe(`${shop.url}/again`)
})

test('an unknown link shows an explanation', async () => {
  const account = await sandbox.merchant()
  const response = await fetch(`${sandbox.url}/_sandbox/pages/onboarding/${account}/nonsense`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('Request a new link')
})
