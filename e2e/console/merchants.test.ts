import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { useConsole } from './support/console.ts'
import { addMerchant, sandboxOf, type TestMerchant } from './support/merchants.ts'
import { useReceiver } from './support/receiver.ts'

const console = useConsole()
const receiver = useReceiver()

/** The secret that a dialog shows only once: closing it by accident asks first. */
async function takeSecret(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole('dialog').filter({ hasText: /cannot be shown again|does not show it again/ })
  const secret = await dialog.locator('div', { has: page.getByText(name, { exact: true }) }).locator('code')
  const value = (await secret.first().innerText()).trim()
  // Pressed twice, because by default a browser closes a dialog at the second press.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Keep it open' }).click()
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await dialog.waitFor({ state: 'detached' })
  return value
}

const works = async (apiKey: string) =>
  (await fetch(`${console.up.url}/v1/onboarding/status`, { headers: { 'x-api-key': apiKey } })).status

describe('a new merchant', () => {
  test('is created, onboarded by its link, and can take payments', async () => {
    const page = await console.open('/merchants')
    await page.getByRole('button', { name: 'New merchant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Clicked Bakery')
    await dialog.getByLabel('Percentage fee').fill('101')
    await dialog.getByText('From 0 to 100, such as 2.5').waitFor()
    expect(await dialog.getByRole('button', { name: 'Create merchant' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Percentage fee').fill('2.5')
    await dialog.getByRole('button', { name: 'Create merchant' }).click()
    expect(await works(await takeSecret(page, 'API key'))).toBe(200)
    await page.getByRole('heading', { level: 1, name: 'Clicked Bakery' }).waitFor()
    await page.getByText('2.5%').waitFor()
    await page.getByRole('button', { name: 'Create account' }).click()
    await dialog.getByLabel('Email').fill('owner@bakery.example')
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Onboarding link' }).click()
    await dialog.getByRole('button', { name: 'Create link' }).waitFor()
    expect(await dialog.getByText('Copy as curl').isVisible()).toBe(false)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = await dialog.getByRole('link', { name: 'Open onboarding link' }).getAttribute('href')
    await dialog.getByRole('button', { name: 'Done' }).click()
    const form = await console.newPage()
    await form.goto(link ?? '')
    await form.getByRole('button', { name: 'Submit everything' }).click()
    await form.getByRole('heading', { name: 'Thank you' }).waitFor()
    await form.goto(link ?? '')
    await form.getByRole('heading', { name: 'This onboarding link has expired' }).waitFor()
    const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await step('Can take payments').getByText('Done').waitFor()
    await step('Receives payouts').getByText('Done').waitFor()
    await page.getByRole('main').getByText('Enabled').waitFor()
  })
})

test('a merchant who needs help is named on the overview, with the missing items in words, and the link to send', async () => {
  const { accountId } = await addMerchant(console, { name: 'Helpless Bakery' })
  const changed = await fetch(`${sandboxOf(console.up)}/_sandbox/accounts/${accountId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      payouts_enabled: false,
      currently_due: ['external_account', 'business_profile.url', 'business_profile.support_phone'],
    }),
  })
  expect(changed.ok).toBe(true)
  const page = await console.open('/')
  const item = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: 'Helpless Bakery' })
  await item.getByText('receives no payouts').waitFor()
  await item
    .getByText('Still due: Bank account for payouts, Business profile: web address, support phone')
    .waitFor()
  await item.getByRole('button', { name: 'Onboarding link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Onboarding of Helpless Bakery' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('button', { name: 'Copy onboarding link' }).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await item.getByRole('link', { name: 'Helpless Bakery' }).click()
  const onboarding = page.getByRole('region', { name: 'Onboarding' })
  await onboarding.getByText('Bank account for payouts').waitFor()
  await page.getByRole('button', { name: 'Portal link' }).click()
  await dialog.or(page.getByRole('dialog')).getByRole('button', { name: 'Copy portal link' }).waitFor()
  expect(await page.getByRole('dialog').getByText('Copy as curl').isVisible()).toBe(false)
})

interface Stopped {
  accounts: { chargesEnabled: boolean }[]
}

/** The item of the overview about a merchant whose account the sandbox has stopped, and the merchant's page. */
async function stopAtSandbox({ merchantId, accountId, name }: TestMerchant, how: string, body: object) {
  const canCharge = async () => {
    const { accounts } = await console.admin<Stopped>('GET', `/merchants/${merchantId}`)
    return accounts[0]?.chargesEnabled
  }
  await waitUntil(canCharge)
  const stopped = await fetch(`${sandboxOf(console.up)}/_sandbox/accounts/${accountId}${how}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(stopped.ok).toBe(true)
  await waitUntil(async () => !(await canCharge()))
  const overview = await console.open('/')
  const item = overview
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: name })
  return { item, page: await console.open(`/merchants/${merchantId}`) }
}

test('a rejected account takes no payments: the overview and its page say why and since when, and that only the processor can change this', async () => {
  const merchant = await addMerchant(console, { name: 'Rejected Bakery' })
  const { merchantId } = merchant
  const { item, page } = await stopAtSandbox(merchant, '/onboarding', { outcome: 'reject' })
  const card = page.getByRole('region', { name: 'Onboarding' })
  const why = 'The sandbox has rejected the merchant’s account. Its reason: fraud.'
  await item.getByText(`takes no payments. ${why} Since`).waitFor()
  await card.getByText(`${why} Since`).waitFor()
  expect(await card.getByRole('time').getAttribute('datetime')).toBe(
    await item.getByRole('time').getAttribute('datetime'),
  )
  await card.getByText('Only the sandbox can change this: a sandbox has no support to contact.').waitFor()
  await card
    .getByRole('listitem')
    .filter({ hasText: 'Account at the sandbox' })
    .getByText('Rejected', { exact: true })
    .waitFor()
  for (const name of ['Can take payments', 'Receives payouts'])
    await card.getByRole('listitem').filter({ hasText: name }).getByText('No', { exact: true }).waitFor()
  expect(await card.getByRole('button', { name: 'Onboarding link' }).count()).toBe(0)
  const { url } = await console.admin<{ url: string }>('POST', `/merchants/${merchantId}/portal-link`, {})
  const portal = await console.newPage()
  await portal.goto(url)
  await portal.getByText('Only the sandbox can change this: a sandbox has no support to contact.').waitFor()
  expect(await portal.getByText('fraud').count()).toBe(0)
  expect(await portal.getByRole('button', { name: 'Continue' }).count()).toBe(0)
  await portal.getByRole('link', { name: 'Statements' }).click()
  await portal.getByText('Receives payouts: No. The sandbox has rejected your account.').waitFor()
})

test('a disconnected account is called disconnected, and needs no details', async () => {
  const merchant = await addMerchant(console, { name: 'Disconnected Bakery' })
  const { item, page } = await stopAtSandbox(merchant, '/deauthorize', {})
  const why =
    'The platform no longer has access to the merchant’s account: the merchant disconnected it, or it was closed.'
  await item.getByText(`takes no payments. ${why} Since`).waitFor()
  expect(await item.getByRole('button', { name: 'Onboarding link' }).count()).toBe(0)
  const card = page.getByRole('region', { name: 'Onboarding' })
  await card.getByText(`${why} Since`).waitFor()
  const step = (name: string) => card.getByRole('listitem').filter({ hasText: name })
  await step('Account at the sandbox').getByText('Disconnected').waitFor()
  await step('Receives payouts').getByText('Not known here').waitFor()
  expect(await card.getByText('Done').count()).toBe(0)
  const badge = page
    .getByRole('heading', { level: 1 })
    .locator('..')
    .getByText('Disconnected', { exact: true })
  await badge.waitFor()
  const list = await console.open('/merchants?onboarding=restricted')
  const row = list.getByRole('row').filter({ hasText: merchant.name })
  await row.getByText('Disconnected', { exact: true }).waitFor()
  await row.getByText('Onboarding: restricted').waitFor()
})

test('an account that takes no payments for no stated reason is not called pending', async () => {
  const merchant = await addMerchant(console, { name: 'Stopped Bakery' })
  const { item, page } = await stopAtSandbox(merchant, '', { charges_enabled: false })
  const why = 'The sandbox has restricted the merchant’s account. It gives no reason. Since'
  await item.getByText(`takes no payments. ${why}`).waitFor()
  const card = page.getByRole('region', { name: 'Onboarding' })
  await card.getByText(why).waitFor()
  await card
    .getByRole('listitem')
    .filter({ hasText: 'Can take payments' })
    .getByText('No', { exact: true })
    .waitFor()
  await page
    .getByRole('heading', { level: 1 })
    .locator('..')
    .getByText('Restricted', { exact: true })
    .waitFor()
})

test('a merchant whose payments are mostly declined is named on the overview, with the reason', async () => {
  const { merchantId } = await addMerchant(console, { name: 'Refused Bakery' })
  const type = 'payment_intent.payment_failed'
  for (let count = 0; count < 5; count++)
    await console.admin('POST', '/sandbox/trigger', { type, merchantId })
  const failing = () => console.admin<{ data: { merchantId: string }[] }>('GET', '/failing?limit=100')
  await waitUntil(async () => (await failing()).data.some(one => one.merchantId === merchantId))
  const page = await console.open('/')
  const item = page.getByRole('listitem').filter({ hasText: 'Refused Bakery' })
  await item.getByText(/since .+: generic decline\. 5 declined in the last 24 hours/).waitFor()
  await item.getByRole('link').click()
  await page.waitForURL(/\/payments\?merchantId=.+&status=declined/)
  await expect.poll(() => page.locator('main [data-row-link]').count()).toBe(5)
})

test('card readers and their locations are registered, renamed and removed', async () => {
  const { merchantId } = await addMerchant(console, { name: 'Till Bakery' })
  const page = await console.open(`/merchants/${merchantId}`)
  const card = page.getByRole('region', { name: 'Readers and locations' })
  const dialog = page.getByRole('dialog')
  await card.getByText('create a location, then register a reader there').waitFor()
  expect(await card.getByRole('button', { name: 'Register reader' }).isDisabled()).toBe(true)
  await card.getByRole('button', { name: 'New location' }).click()
  await dialog.getByText('All fields are required.').waitFor()
  const address = { Name: 'Quay', Street: '1 Quay', City: 'Springfield', State: 'IL', 'Postal code': '62701' }
  for (const [label, value] of Object.entries(address)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Create location' }).click()
  await card.getByRole('button', { name: 'Rename Quay' }).waitFor()
  await card.getByRole('button', { name: 'Register reader' }).click()
  await dialog.getByLabel('Registration code').fill('simulated-wpe')
  await dialog.getByLabel('Name').fill('Till 1')
  await dialog.getByRole('button', { name: 'Register reader' }).click()
  await card.getByText('Reader at Quay').waitFor()
  await card.getByRole('button', { name: 'Rename Till 1' }).click()
  await dialog.getByLabel('Name').fill('Till by the door')
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await card.getByRole('button', { name: 'Remove Till by the door' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await card.getByText('Reader at Quay').waitFor({ state: 'detached' })
  const { data } = await console.admin<{ data: unknown[] }>('GET', `/merchants/${merchantId}/readers`)
  expect(data).toEqual([])
})

describe('an API key', () => {
  test('is rotated: the old one works until the grace period is over', async () => {
    const { merchantId, apiKey } = await addMerchant(console, { name: 'Rotating Bakery' })
    const page = await console.open(`/merchants/${merchantId}`)
    await page.getByRole('button', { name: 'Rotate key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/····.{4} of Rotating Bakery/).waitFor()
    const grace = dialog.getByLabel('How long the old key keeps working')
    expect(await grace.inputValue()).toBe('')
    expect(await dialog.getByRole('button', { name: 'Rotate key' }).isDisabled()).toBe(true)
    await grace.selectOption('Not at all: it has leaked')
    await dialog.getByText('The old key stops at once').waitFor()
    await grace.selectOption('1 hour')
    await dialog.getByText('Both keys work until then.').waitFor()
    await dialog.getByRole('button', { name: 'Rotate key' }).click()
    await dialog.getByText(`The old key ····${apiKey.slice(-4)} keeps working for 1 hour.`).waitFor()
    const started = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const file = await text(await (await started).createReadStream())
    const fresh = await takeSecret(page, 'API key')
    expect(file).toBe(`API key: ${fresh}\n`)
    expect(fresh).not.toBe(apiKey)
    expect([await works(fresh), await works(apiKey)]).toEqual([200, 200])
    const left = page.getByText(/^expires in \d+ min/)
    const first = await left.innerText()
    await expect.poll(() => left.innerText()).not.toBe(first)
    expect(await page.getByRole('main').innerText()).not.toContain(fresh)
    await page
      .getByRole('row')
      .filter({ hasText: fresh.slice(-4) })
      .getByRole('button', { name: 'Revoke key' })
      .click()
    await dialog.getByText('The other valid key expires in 59 min').waitFor()
    await dialog.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('The last valid key expires in 59 min').waitFor()
  })

  test('that is rotated without a grace period has ended', async () => {
    const { merchantId } = await addMerchant(console, { name: 'Leaking Bakery' })
    const page = await console.open(`/merchants/${merchantId}`)
    await page.getByRole('button', { name: 'Rotate key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('How long the old key keeps working').selectOption('0')
    await dialog.getByRole('button', { name: 'Rotate key' }).click()
    await takeSecret(page, 'API key')
    await page.getByText('Ended', { exact: true }).waitFor()
    await page.getByText('rotated by owner').waitFor()
  })

  test('is revoked after a confirmation, and stops working', async () => {
    const { merchantId, apiKey } = await addMerchant(console, { name: 'Revoking Bakery' })
    const page = await console.open(`/merchants/${merchantId}`)
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page
      .getByRole('dialog')
      .getByText(/····.{4} of Revoking Bakery/)
      .waitFor()
    await page.getByRole('dialog').getByText('This is the last valid key.').waitFor()
    expect(await works(apiKey)).toBe(200)
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('Revoked').first().waitFor()
    await page.getByText('by owner', { exact: true }).waitFor()
    await page.getByText('The merchant’s server cannot call the API until it has a new key.').waitFor()
    await expect.poll(() => works(apiKey)).toBe(401)
  })

  test('cannot be changed by support', async () => {
    const { merchantId } = await addMerchant(console, { name: 'Guarded Bakery' })
    const page = await console.open(`/merchants/${merchantId}`, { token: await console.tokenFor('support') })
    await page.getByText('Active').first().waitFor()
    for (const name of ['Rotate key', 'Revoke key', 'New key', 'Suspend', 'Portal link', 'Send test event']) {
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0])
    }
  })
})

describe('callbacks', () => {
  test('go to the saved URL, as a test event proves', async () => {
    const { merchantId } = await addMerchant(console, { name: 'Tested Bakery' })
    const page = await console.open(`/merchants/${merchantId}`)
    await page.getByLabel('Callback URL').fill(receiver.url)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('No failures').waitFor()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText(/HTTP 200 in [\d,]+ ms/).waitFor()
    expect(receiver.received.at(-1)?.headers['svc-event-type']).toBe('svcpay.test')
    onTestFinished(() => {
      receiver.status = 200
    })
    receiver.status = 500
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText('Test event failed').waitFor()
    expect(await page.getByText('No failures').count()).toBe(0)
    await page.getByLabel('Callback URL').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Stop callbacks?' })
    await dialog.getByText('Events that arrive in the meantime are recorded').waitFor()
    await dialog.getByRole('button', { name: 'Stop callbacks' }).click()
    await page.getByText('No callbacks are sent, because no URL is set.').waitFor()
  })

  test('are signed with both secrets while a rotation overlaps', async () => {
    const { merchantId } = await addMerchant(console, { name: 'Signed Bakery', callbackUrl: receiver.url })
    const page = await console.open(`/merchants/${merchantId}`)
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('How long the old secret keeps working').selectOption('1 day')
    await dialog.getByRole('button', { name: 'Rotate secret' }).click()
    expect(await takeSecret(page, 'Callback signing secret')).toMatch(/^whsec_/)
    await page.getByText(/^expires in (23 h|1 d)/).waitFor()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText(/HTTP 200 in/).waitFor()
    const signature = String(receiver.received.at(-1)?.headers['svc-signature'])
    expect(signature.match(/v1=/g)).toHaveLength(2)
  })
})

test('a suspended merchant may change nothing until it is resumed', async () => {
  const { merchantId, apiKey } = await addMerchant(console, { name: 'Paused Bakery' })
  const create = async (key: string) => {
    const headers = { 'x-api-key': apiKey, 'idempotency-key': key, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: '{"amountCents":1000}' }
    return (await fetch(`${console.up.url}/v1/payments/intents`, init)).status
  }
  expect(await create('one')).toBe(200)
  const page = await console.open(`/merchants/${merchantId}`)
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  const keys = await page.getByRole('region', { name: 'API keys' }).elementHandle()
  const widthOf = async () => (await page.getByRole('main').boundingBox())?.width
  const width = await widthOf()
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  expect(await widthOf()).toBe(width)
  await dialog
    .getByText('If you suspect fraud, suspend. To stop only new payments at one account, disable')
    .waitFor()
  await dialog.getByText('Payouts to its bank: stop them at the processor.').waitFor()
  await dialog.getByLabel('Note').fill('too many chargebacks')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Its API keys are read-only').waitFor()
  const banner = page
    .getByRole('note')
    .filter({ hasText: /^Suspended since .+ by owner: too many chargebacks\./ })
  await banner.waitFor()
  // The page was not drawn again, so it did not scroll.
  expect(await keys?.evaluate(card => card.isConnected)).toBe(true)
  const open = banner.getByRole('link', { name: '1 open payment', exact: true })
  expect(await open.getAttribute('href')).toMatch(/\/payments\?merchantId=.+&status=open/)
  const step = page.getByRole('listitem').filter({ hasText: 'Can take payments' })
  await step.getByText('No', { exact: true }).waitFor()
  expect(await page.getByRole('main').getByText('Enabled', { exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Test payment' }).count()).toBe(0)
  await expect.poll(() => create('two')).toBe(403)
  const overview = await console.open('/')
  await overview
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: /Paused Bakery has been suspended since .+ by owner: too many chargebacks/ })
    .getByRole('link', { name: 'Paused Bakery' })
    .click()
  await overview.getByText('Its API keys are read-only').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Suspend' }).waitFor()
})

test('a merchant’s page leads to test payments and events of that merchant', async () => {
  const { merchantId } = await addMerchant(console, { name: 'Trying Bakery' })
  await addMerchant(console, { name: 'Another Bakery' })
  const page = await console.open(`/merchants/${merchantId}`)
  await page.getByRole('link', { name: 'Test payment' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sandbox' }).waitFor()
  const sent = page.waitForRequest('**/admin/v1/sandbox/trigger')
  await page.getByRole('button', { name: 'Trigger event' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ merchantId })
  await page.getByRole('button', { name: 'Create test payment' }).click()
  await page.getByText('The merchant had no callback URL. It is now set to the sandbox’s').waitFor()
  await page.getByRole('link', { name: 'Open checkout' }).waitFor()
  // The next test payment is for the same merchant.
  expect(new URL(page.url()).searchParams.get('merchantId')).toBe(merchantId)
  const chosen = page.getByLabel('Merchant').locator('option:checked').first()
  expect(await chosen.innerText()).toBe('Trying Bakery')
  const own = page.getByRole('link', { name: 'Open the sandbox' })
  expect(await own.getAttribute('href')).toBe(sandboxOf(console.up))
})
