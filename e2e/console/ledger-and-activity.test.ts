import { text } from 'node:stream/consumers'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, type TestMerchant } from './support/merchants.ts'

const console = useConsole()
let merchant: TestMerchant

beforeAll(async () => {
  merchant = await addMerchant(console, { name: 'Counted Bakery' })
  // One after the other: events of simultaneous payments arrive in any order.
  await pay(console, merchant, 2500)
  await balanceIs(2_475)
  await pay(console, merchant, 10_000)
  await balanceIs(12_375)
})

const disputed = {
  paymentId: 'svcpay_1',
  orderRef: 'order-1071',
  currency: 'usd',
  grossCents: 0,
  feeCents: 0,
  netCents: 0,
}

async function balanceIs(cents: number): Promise<void> {
  const path = `/ledger/balances?merchantId=${merchant.merchantId}`
  const balances = () => console.admin<{ data: { merchantCents: number }[] }>('GET', path)
  await waitUntil(async () => (await balances()).data[0]?.merchantCents === cents)
}

describe('the ledger', () => {
  test('shows every merchant’s balance, and links to its entries', async () => {
    const page = await console.open('/ledger')
    const row = page.getByRole('row', { name: /Counted Bakery/ })
    await row.getByText('$123.75').waitFor()
    await page.getByRole('columnheader', { name: 'Earned' }).waitFor()
    await page.getByText('Payouts are not recorded here; the merchant’s account at the processor').waitFor()
    await row.getByRole('link', { name: 'Counted Bakery' }).click()
    const entries = page.getByRole('table', { name: 'Ledger entries, newest first' })
    await entries.getByRole('cell', { name: 'Customer $25.00', exact: true }).waitFor()
    await entries.getByRole('cell', { name: /Merchant \$24\.75\s*Platform fees \$0\.25/ }).waitFor()
  })

  test('names what is held for open disputes on a phone, too', async () => {
    const held = await addMerchant(console, { name: 'Held Bakery' })
    await pay(console, held, 2000, 'usd', undefined, undefined, 'pm_card_createDispute')
    await pay(console, held, 3000, 'eur')
    const token = await console.tokenFor('viewer')
    const page = await console.open('/ledger', { viewport: { width: 390, height: 844 }, token })
    const row = page.getByRole('row', { name: /Held Bakery/ })
    await row.getByText('held for open disputes $20.00').filter({ visible: true }).waitFor()
    expect(await row.getByText(/held for/).count()).toBe(1)
    await row.getByRole('link', { name: 'Held Bakery' }).click()
    const ofMerchant = page.getByRole('table', { name: 'So far' })
    await ofMerchant.getByText('held for open disputes $20.00').filter({ visible: true }).waitFor()
    expect(await ofMerchant.getByText(/held for/).count()).toBe(1)
  })

  test('offers a statement that adds up, as a file', async () => {
    const page = await console.open(`/ledger?tab=statement&merchantId=${merchant.merchantId}`)
    const totals = page.getByRole('table', { name: /^From \w+ \d/ })
    for (const amount of ['$125.00', '$1.25', '$123.75'])
      await totals.getByRole('cell', { name: amount, exact: true }).first().waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^statement-counted-bakery-\d{4}-\d\d-01-[\d-]+\.csv$/)
    const lines = (await text(await file.createReadStream())).trim().split('\r\n')
    expect(lines[0]).toBe('postedAt,kind,paymentId,orderRef,currency,grossCents,feeCents,netCents')
    const net = lines.slice(2, -1).map(line => Number(line.split(',').at(-1)))
    expect(net).toEqual([2475, 9900])
    expect(lines.at(-1)).toMatch(/,closing_balance,,,usd,,,12375$/)
  })

  test('offers a statement whose disputes add up, in UTC', async () => {
    const statement = {
      totals: [
        {
          currency: 'usd',
          openingCents: 0,
          grossCents: -5325,
          feeCents: 0,
          netCents: -5325,
          closingCents: -5325,
        },
      ],
      lines: [
        { ...disputed, kind: 'dispute', postedAt: '2025-10-31T00:30:00.000Z', netCents: -5325 },
        { ...disputed, kind: 'dispute_lost', postedAt: '2025-10-31T23:30:00.000Z', grossCents: -5325 },
      ],
      nextCursor: null,
      isFinal: true,
    }
    const page = await console.newPage()
    await page.route('**/admin/v1/ledger/statement?*', route => route.fulfill({ json: statement }))
    await page.request.post(`${console.url}/session`, { data: { token: console.ownerToken() } })
    await page.goto(`${console.url}/ledger?tab=statement&merchantId=${merchant.merchantId}`)
    const lines = page.getByRole('table', { name: 'Movements' }).getByRole('row')
    await lines.nth(2).waitFor()
    const shown = await lines.evaluateAll(rows =>
      rows.map(row => [...row.querySelectorAll('th, td')].slice(2).map(cell => cell.textContent)),
    )
    expect(shown).toEqual([
      ['From customer', 'Platform fee', 'Held for disputes', 'Net', 'Posted (UTC)'],
      ['–', '–', '$53.25', '-$53.25', 'Oct 31, 2025, 00:30'],
      ['-$53.25', '–', '-$53.25', '$0.00', 'Oct 31, 2025, 23:30'],
    ])
    await page
      .getByText('“Net” is “From customer” less “Platform fee”. “Held for disputes” is deducted, too.')
      .waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText('from customer -$53.25, held for disputes -$53.25').waitFor()
    await page.unrouteAll()
  })

  test('is verified by support, and the result stays', async () => {
    const token = await console.tokenFor('support')
    const page = await console.open('/ledger', { token })
    const verify = page.getByRole('button', { name: 'Verify ledger' })
    const before = await verify.boundingBox()
    await verify.click()
    await page.getByText('Balanced').waitFor()
    const result = page.getByText(/^Verified .+: \d+ entries, one per movement of money, and \d+ payments$/)
    await result.waitFor()
    expect(await verify.boundingBox()).toEqual(before)
    await page.reload()
    await page.getByText('Balanced').waitFor()
    await result.waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const yOf = async (what: Locator) => (await what.boundingBox())?.y
    expect(await yOf(verify)).toBeGreaterThan((await yOf(page.getByText('Ledger and payments'))) ?? Infinity)
  })
})

test('differences are shown in the payment’s own currency', async () => {
  const page = await console.open('/ledger')
  await page.route('**/admin/v1/ledger/verify', route =>
    route.fulfill({
      json: {
        ok: false,
        checked: 1,
        entries: 1,
        problems: [
          {
            merchantId: merchant.merchantId,
            svcPaymentId: 'svcpay_1',
            currency: 'jpy',
            what: 'refunded',
            paymentCents: 5000,
            ledgerCents: 0,
          },
        ],
        at: new Date().toISOString(),
      },
    }),
  )
  await page.getByRole('button', { name: 'Verify ledger' }).click()
  await page.getByText('the payment says ¥5,000, the ledger says ¥0').waitFor()
  await page.unrouteAll()
})

describe('the audit log', () => {
  test('shows who changed what, the values before and after, and from where', async () => {
    const { merchantId } = merchant
    await console.admin('PATCH', `/merchants/${merchantId}`, { feeBps: 175 })
    const page = await console.open(`/activity?merchantId=${merchantId}`)
    await page.getByText('owner changed a merchant').click()
    const row = page.getByRole('row', { name: /^Percentage fee/ })
    await row.getByText('the default').waitFor()
    await row.getByText('1.75%').waitFor()
    await page.getByText('127.0.0.1').first().waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const entry = page.getByRole('listitem').filter({ hasText: 'owner changed a merchant' })
    await entry.locator('summary').getByText('127.0.0.1').waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('shows why an action was refused', async () => {
    const token = await console.tokenFor('support')
    const refused = await fetch(`${console.up.url}/admin/v1/merchants/${merchant.merchantId}/suspend`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(refused.status).toBe(403)
    const page = await console.open('/activity?action=operator.forbidden')
    await page.getByText('A support tried something their role does not allow').first().click()
    await page.getByText('This call needs the role admin; yours is support.').waitFor()
    await page.getByText(`POST /admin/v1/merchants/${merchant.merchantId}/suspend`).waitFor()
  })

  test('shows notes and counts without opening an entry', async () => {
    const { merchantId } = await addMerchant(console, { name: 'Noted Bakery' })
    const post = (path: string, body: object, note: string) =>
      fetch(`${console.up.url}/admin/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${console.ownerToken()}`,
          'content-type': 'application/json',
          'svc-actor': note,
        },
        body: JSON.stringify(body),
      })
    expect((await post(`/merchants/${merchantId}/suspend`, {}, 'fraud suspected')).status).toBe(200)
    expect((await post('/deliveries/redeliver', { merchantId, state: 'dead' }, 'repaired')).status).toBe(200)
    const page = await console.open(`/activity?merchantId=${merchantId}`)
    await page.getByText(/^owner suspended a merchantNoted Bakery“fraud suspected”$/).waitFor()
    await page.getByText(/^owner redelivered 0 callbacksNoted Bakery“repaired”$/).waitFor()
  })

  test('can be filtered by person, action and time', async () => {
    const { merchantId } = merchant
    await console.admin('POST', `/merchants/${merchantId}/keys`, { label: 'counted' })
    const page = await console.open(`/activity?merchantId=${merchantId}`)
    const lines = page.getByRole('list', { name: 'Actions, newest first' }).getByRole('listitem')
    await page.getByLabel('What').selectOption('key.issue')
    await expect.poll(() => lines.count()).toBe(1)
    await page.getByText(/owner issued a key: counted ····.{4}/).click()
    for (const name of ['IP address', 'Trace', 'Key ends with'])
      await page.getByRole('term').getByText(name, { exact: true }).waitFor()
    await page.getByLabel('Who').fill('nobody')
    await page.getByText('Nothing matches').waitFor()
    await page.getByLabel('Who').fill('Own')
    await page.getByText('owner issued a key').waitFor()
    expect(page.url()).toContain('actor=Own')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Time' }).click()
    await page.getByLabel('To', { exact: true }).fill('2020-01-31')
    await page.getByText('Nothing matches').waitFor()
    await page.getByLabel('To', { exact: true }).fill('')
    await page.getByLabel('From', { exact: true }).fill('2020-01-31')
    await page.getByText('owner issued a key').waitFor()
  })
})

describe('operators', () => {
  test('are added with a role and a working token, and removed permanently', async () => {
    const page = await console.open('/activity?tab=operators')
    await page.getByRole('button', { name: 'Add operator' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Dana')
    await dialog.getByLabel('Role').selectOption('support')
    await dialog.getByRole('button', { name: 'Add operator' }).click()
    const token = await dialog.locator('code').innerText()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    const theirs = await console.open('/activity?tab=operators', { token })
    await theirs.getByRole('row', { name: /Dana/ }).getByText('Support').waitFor()
    expect(await theirs.getByRole('button', { name: /operator/ }).count()).toBe(0)
    // After the removal, this page's stream would be refused, which the browser logs.
    await theirs.close()
    const row = page.getByRole('row', { name: /Dana/ })
    await row.getByRole('button', { name: 'Remove operator' }).click()
    await dialog.getByRole('button', { name: 'Remove operator' }).click()
    await row.waitFor({ state: 'detached' })
    const headers = { authorization: `Bearer ${token}` }
    const call = async () => (await fetch(`${console.up.url}/admin/v1/merchants`, { headers })).status
    await expect.poll(call).toBe(401)
  })
})
