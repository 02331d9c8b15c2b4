import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useConsole } from './support/console.ts'

const console = useConsole()
const program = fileURLToPath(new URL('../../service/bin/svcpay.js', import.meta.url))

async function open(path: string): Promise<Page> {
  const page = await console.open(path)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return page
}

async function copiedFrom(page: Page, place: Locator, item = 'Copy as CLI'): Promise<string> {
  await place.getByRole('button', { name: 'Copy as' }).click()
  // The menu shows the confirmation only for a moment.
  await Promise.all([
    page.getByRole('menuitem', { name: 'Copied' }).waitFor(),
    page.getByRole('menuitem', { name: item }).click(),
  ])
  return await page.evaluate(() => navigator.clipboard.readText())
}

/** Runs the line in a shell. */
async function answerOf(line: string): Promise<Record<string, unknown>> {
  const typed = line.replace(/^npx svcpay /, `"${process.execPath}" "${program}" `)
  const env = { PATH: process.env.PATH, HOME: console.up.dataDir, SVC_DATA_DIR: console.up.dataDir }
  return JSON.parse((await promisify(execFile)('sh', ['-c', typed], { env })).stdout)
}

test('a refund is copied as the command that makes it', async () => {
  const id = await console.trigger('payment_intent.succeeded')
  const page = await open(`/payments/${id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('20.00')
  await dialog.getByLabel('Reason').selectOption('duplicate')
  const line = await copiedFrom(page, dialog)
  expect(line).toBe(
    `npx svcpay api POST /payments/${id}/refund amountCents=2000 reason=duplicate refundApplicationFee=true --url ${console.up.url}`,
  )
  expect(await answerOf(line)).toMatchObject({ svcPaymentId: id, refundedCents: 2000 })
})

test('text is quoted for the shell', async () => {
  const name = `Joe's "best" $HOME bakery`
  const page = await open('/merchants')
  await page.getByRole('button', { name: 'New merchant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Percentage fee').fill('2.5')
  const created = await answerOf(await copiedFrom(page, dialog))
  expect(created).toMatchObject({ name, feeBps: 250, callbackUrl: null })
})

test('a removed fee is null', async () => {
  const body = { name: 'Own fee', feeBps: 250 }
  const { merchantId } = await console.admin<{ merchantId: string }>('POST', '/merchants', body)
  const page = await open(`/merchants/${merchantId}`)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Percentage fee').fill('')
  const line = await copiedFrom(page, dialog)
  expect(line).toBe(`npx svcpay api PATCH /merchants/${merchantId} feeBps=null --url ${console.up.url}`)
  expect(await answerOf(line)).toMatchObject({ name: 'Own fee', feeBps: 100 })
})

test('a list is copied with its filters', async () => {
  const page = await open('/payments?status=succeeded&orderRef=a%20b')
  const line = await copiedFrom(page, page.getByRole('main'))
  expect(line).toMatch(/^npx svcpay api GET \/payments (?=.*\bstatus=succeeded\b)(?=.*\borderRef='a b')/)
  expect(await answerOf(line)).toEqual({ data: [], nextCursor: null })
})

test('each comparison with the processor is copied with its own period', async () => {
  const page = await open('/reconciliations')
  const main = page.getByRole('main')
  expect(await copiedFrom(page, main, 'Since yesterday as CLI')).toBe(
    `npx svcpay api POST /reconciliations --url ${console.up.url}`,
  )
  await page.keyboard.press('Escape')
  expect(await copiedFrom(page, main, 'Last 31 days as CLI')).toMatch(
    /^npx svcpay api POST \/reconciliations from=\d{4}-\d\d-\d\dT00:00:00\.000Z --url /,
  )
})
