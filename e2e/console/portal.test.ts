import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, type TestMerchant } from './support/merchants.ts'
import { useReceiver } from './support/receiver.ts'

const console = useConsole()
const receiver = useReceiver()
let own: TestMerchant
let other: TestMerchant
let ownPayment: string
let otherPayment: string

beforeAll(async () => {
  own = await addMerchant(console, { name: 'Own Bakery', callbackUrl: receiver.url })
  other = await addMerchant(console, { name: 'Other Bakery', callbackUrl: receiver.url })
  ownPayment = await pay(console, own, 1111)
  otherPayment = await pay(console, other, 2222)
  const delivered = async ({ merchantId }: TestMerchant) =>
    (
      await console.admin<{ data: { type: string }[] }>(
        'GET',
        `/deliveries?state=delivered&merchantId=${merchantId}`,
      )
    ).data.some(({ type }) => type === 'payment_intent.succeeded')
  await waitUntil(async () => (await delivered(own)) && (await delivered(other)))
})

async function openPortal(
  { merchantId }: { merchantId: string } = own,
  newPage = console.newPage,
): Promise<Page> {
  const link = await console.admin<{ url: string }>('POST', `/merchants/${merchantId}/portal-link`, {})
  const page = await newPage()
  await page.goto(link.url)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return page
}

describe('a merchant’s portal', () => {
  test('opens once by a link from an admin, and shows only what belongs to its merchant', async () => {
    const admin = await console.open(`/merchants/${own.merchantId}`)
    await admin.getByRole('button', { name: 'Portal link' }).click()
    const url = await admin.getByRole('dialog').locator('code').innerText()
    const page = await console.newPage()
    await page.goto(`${console.url}/portal`)
    await page.getByRole('heading', { name: 'This link cannot be used' }).waitFor()
    // Pasted into the same tab, the link changes only the fragment.
    await page.evaluate(to => location.assign(to), url)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(page.url()).not.toContain('code')
    const places = page.getByRole('navigation', { name: 'Console' }).getByRole('link')
    expect(await places.allInnerTexts()).toEqual([
      'Home',
      'Payments',
      'Disputes',
      'Statements',
      'Callbacks',
      'Settings',
    ])
    await page.getByText('Disputes that need a response').waitFor()
    await page
      .getByRole('link', { name: /\$11\.00/ })
      .first()
      .waitFor()
    await places.filter({ hasText: 'Statements' }).click()
    await page.getByRole('link', { name: /^Capture/ }).waitFor()
    await places.filter({ hasText: 'Disputes' }).click()
    await page.getByText('No disputes need a response').waitFor()
    await page.getByLabel('Search').fill(ownPayment)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /\$11\.11/ }).waitFor()
    await page.getByLabel('Search').fill(otherPayment)
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found').waitFor()
    await places.filter({ hasText: 'Payments' }).click()
    await page.getByRole('link', { name: /\$11\.11/ }).waitFor()
    const succeeded = page.getByRole('link', { name: /^payment_intent\.succeeded/ }).first()
    await places.filter({ hasText: 'Callbacks' }).click()
    await succeeded.waitFor()
    await page.getByRole('tab', { name: 'Events' }).click()
    await succeeded.waitFor()
    const text = await page.locator('body').innerText()
    expect(text).toContain('Own Bakery')
    expect(text).not.toContain('Other Bakery')
    expect(text).not.toContain('$22.22')
  })

  test('explains what it earned, and refers to the processor for what the ledger does not record', async () => {
    const page = await openPortal()
    const earned = page.getByLabel('Summary').getByText('Earned').locator('..')
    await earned.getByText('platform fees (now 1% of a payment)').waitFor()
    await earned.getByText('the processor’s own fees and payouts are not deducted').waitFor()
    await earned.getByText(/^acct_/).waitFor()
    await earned.getByRole('link').click()
    await page.getByText('Payouts are not recorded here; your account at the processor shows them.').waitFor()
    await page.getByText('The platform fee is now 1% of a payment. Your account:').waitFor()
    await page.getByRole('link', { name: 'Payments' }).click()
    await page.getByText('“Succeeded” means that the customer has paid.').waitFor()
    await page.getByRole('link', { name: /\$11\.11/ }).click()
    const kept = page.getByLabel('Money').getByText('Earned').locator('..')
    await kept.getByText('$11.00').waitFor()
    await kept.getByText('before the processor’s own fees').waitFor()
    await page.getByText('To refund it, use your own integration (the API), or ask your platform.').waitFor()
  })

  test('says where the money of a disputed payment is', async () => {
    const svcPaymentId = await console.trigger('charge.dispute.created')
    const payment = await console.admin<{ merchantId: string }>('GET', `/payments/${svcPaymentId}`)
    const page = await openPortal(payment)
    await page.goto(`${console.url}/payments/${svcPaymentId}`)
    const money = page.getByLabel('Money')
    await money.getByText('Earned').locator('..').getByText('-$0.50').waitFor()
    await money.getByText('held by the processor until the bank decides').waitFor()
  })

  test('of a suspended merchant offers nothing that would be refused', async () => {
    const merchant = await addMerchant(console, {
      name: 'Stopped Bakery',
      callbackUrl: 'http://127.0.0.1:9/',
    })
    await pay(console, merchant)
    const read = () =>
      console.admin<{ callback: { failuresInARow: number } }>('GET', `/merchants/${merchant.merchantId}`)
    await waitUntil(async () => (await read()).callback.failuresInARow > 0)
    const list = await console.open(`/merchants?search=${merchant.merchantId}`)
    await list.getByRole('row').filter({ hasText: 'Enabled' }).getByText('Callbacks failing').waitFor()
    await console.admin('POST', `/merchants/${merchant.merchantId}/suspend`)
    const page = await openPortal(merchant)
    await page.getByText('Your account is suspended. Contact your platform.').waitFor()
    await page.getByText('Customers can still complete open payments.').waitFor()
    await page.getByText('You still respond to disputes').waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('Your account is suspended. Contact your platform.').waitFor()
    await page.getByText('Your API keys are read-only').waitFor()
    await page.getByRole('row', { name: /····/ }).getByText('Read only').waitFor()
    for (const name of ['Rotate key', 'New key', 'Send test event', /^I fixed it/])
      expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0)
    await page.getByRole('link', { name: 'Callbacks', exact: true }).click()
    await page.getByText('Your account is suspended. Contact your platform.').waitFor()
    expect(await page.getByRole('button', { name: 'Redeliver' }).count()).toBe(0)
  })

  test('of a new merchant lists the missing steps in words', async () => {
    const merchant = await console.admin<TestMerchant>('POST', '/merchants', { name: 'New Bakery' })
    await console.admin('POST', `/merchants/${merchant.merchantId}/account`, {})
    const page = await openPortal(merchant)
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await page.getByText('Bank account for payouts').waitFor()
    expect(await page.getByText('Acceptance of the terms').count()).toBe(1)
    await page.getByText('A real processor takes payments only once the onboarding is finished.').waitFor()
    await page.getByText('No payments in the last 30 days').waitFor()
    await page.getByText('as soon as your server creates one').waitFor()
    await page.getByRole('link', { name: 'Statements' }).click()
    await page.getByText('Receives payouts: Not yet.').waitFor()
    await page.getByRole('link', { name: 'Your home page' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Submit everything' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.getByText('Your onboarding is finished: you can take payments and receive payouts.').waitFor()
  })

  test('lists undelivered callbacks from before its endpoint answered again', async () => {
    const page = await console.newPage()
    await page.route('**/admin/v1/overview*', async route => {
      const response = await route.fetch()
      const overview = await response.json()
      const attention = { ...overview.attention, deadLetters: 3 }
      await route.fulfill({ response, json: { ...overview, attention } })
    })
    const { url } = await console.admin<{ url: string }>(
      'POST',
      `/merchants/${own.merchantId}/portal-link`,
      {},
    )
    await page.goto(url)
    await page.getByRole('link', { name: 'Has dead letters' }).waitFor()
    await page.getByRole('link', { name: '3 callbacks not delivered: redeliver' }).click()
    await page.waitForURL(/\/callbacks\?state=dead$/)
  })

  test('redelivers everything on request, asks first, and shows the result', async () => {
    const merchant = await addMerchant(console, { name: 'Hasty Bakery', callbackUrl: receiver.url })
    onTestFinished(() => {
      receiver.status = 200
    })
    receiver.status = 500
    await pay(console, merchant)
    const page = await openPortal(merchant)
    const redeliverAll = page.getByRole('button', { name: 'I fixed it: redeliver all' })
    const outcome = page.getByRole('region', { name: 'Redelivery' })
    const redeliver = async () => {
      await redeliverAll.click()
      const dialog = page.getByRole('dialog', { name: 'Redeliver callbacks' })
      await dialog.getByRole('button', { name: /^Redeliver [1-9]\d* / }).click()
    }
    await redeliver()
    await outcome.getByText(/^0 delivered, 0 waiting, [1-9]\d* failed again$/).waitFor()
    receiver.status = 200
    await redeliver()
    await outcome.getByText(/^[1-9]\d* delivered, 0 waiting$/).waitFor()
    await page.getByRole('link', { name: 'No failures' }).waitFor()
  })

  test('cannot open what belongs to another merchant or to operators', async () => {
    const page = await openPortal()
    const read = async (path: string) =>
      (await page.request.get(`${console.up.url}/admin/v1${path}`)).status()
    expect(await read(`/payments/${ownPayment}`)).toBe(200)
    expect(await read(`/payments/${otherPayment}`)).toBe(404)
    expect(await read(`/payments?merchantId=${other.merchantId}`)).toBe(404)
    expect(await read(`/merchants/${other.merchantId}`)).toBe(404)
    expect(await read('/merchants')).toBe(403)
    for (const path of ['/merchants', `/merchants/${other.merchantId}`, '/ledger', '/activity']) {
      await page.goto(console.url + path)
      await page.getByText('There is no such page').waitFor()
    }
  })

  test('is signed out everywhere by one click', async () => {
    // This page may send a request in the meantime, which gets a 401.
    const there = await openPortal(own, () => console.ownPage(/401/))
    const here = await openPortal()
    await here.getByRole('button', { name: 'Account of Own Bakery' }).click()
    await here.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    await here.getByLabel('Operator token').waitFor()
    const session = await there.request.get(`${console.up.url}/console/session`)
    expect(session.status()).toBe(401)
  })

  test('rotates its own key, sends itself a test event and redelivers a callback', async () => {
    const page = await openPortal()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByText(/HTTP 200 in/).waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('dialog').getByLabel('Label').fill('portal key')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByText('portal key').waitFor()
    expect(await page.getByRole('button', { name: 'Copy as' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Callbacks' }).click()
    await page
      .getByRole('link', { name: /^payment_intent\.succeeded/ })
      .first()
      .click()
    // The list has a button of the same name.
    await page.getByText('svc-event-id: evt_').first().waitFor()
    await page.getByText('Accepted by your server.').waitFor()
    const before = receiver.received.length
    await page.getByRole('button', { name: 'Redeliver', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Redeliver' }).click()
    await expect.poll(() => receiver.received.length).toBe(before + 1)
    const log = await console.admin<{ data: object[] }>('GET', `/audit?merchantId=${own.merchantId}`)
    expect(log.data).toContainEqual(expect.objectContaining({ actor: 'portal', action: 'key.issue' }))
  })

  test('registers, renames and removes card readers and locations', async () => {
    const merchant = await addMerchant(console, { name: 'Bakery with a Till' })
    const page = await openPortal(merchant)
    await page.getByRole('link', { name: 'Settings' }).click()
    const card = page.getByRole('region', { name: 'Readers and locations' })
    const row = (name: string) => card.getByRole('row').filter({ hasText: name })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const confirm = async (name: string) => {
      await dialog.getByRole('button', { name, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    const rename = async (from: string, to: string) => {
      await press(`Rename ${from}`)
      await dialog.getByLabel('Name').fill(to)
      await confirm('Rename')
      await row(to).first().waitFor()
    }
    await card.getByText('No card readers').waitFor()
    expect(await page.getByRole('button', { name: 'Register reader' }).isDisabled()).toBe(true)
    await press('New location')
    for (const [label, text] of [
      ['Name', 'Main Street'],
      ['Street', '1 Main Street'],
      ['City', 'Springfield'],
      ['State or province', 'IL'],
      ['Postal code', '62701'],
    ] as const) {
      await dialog.getByLabel(label, { exact: true }).fill(text)
    }
    await confirm('Create location')
    await press('Register reader')
    await dialog.getByLabel('Registration code').fill('simulated-wpe')
    await dialog.getByLabel('Name').fill('Till 1')
    await confirm('Register reader')
    await row('Till 1').getByText('Reader at Main Street').waitFor()
    await rename('Till 1', 'Front till')
    await rename('Main Street', 'High Street')
    await row('Front till').getByText('Reader at High Street').waitFor()
    await press('Remove High Street')
    await dialog.getByText('This location still has readers: Front till.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Remove', exact: true }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await press('Remove Front till')
    await confirm('Remove')
    await row('Front till').waitFor({ state: 'detached' })
    await press('Remove High Street')
    await confirm('Remove')
    await card.getByText('No card readers').waitFor()
  })
})
