import postgres from 'postgres'
import { findRunningEmbedded } from 'svcpay-embedded-database'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, type TestMerchant } from './support/merchants.ts'

const console = useConsole()
let merchant: TestMerchant

interface Run {
  reconciliationId: string
  state: string
}

async function compare(): Promise<Run> {
  const { merchantId } = merchant
  const { reconciliationId } = await console.admin<Run>('POST', '/reconciliations', { merchantId })
  const read = () => console.admin<Run>('GET', `/reconciliations/${reconciliationId}`)
  return await vi.waitUntil(
    async () => {
      const run = await read()
      return run.state === 'running' ? null : run
    },
    { timeout: 60_000, interval: 200 },
  )
}

/** A payment that nobody has paid yet, of a cent less than the processor knows. */
async function misremember(): Promise<string> {
  const answer = await fetch(`${console.up.url}/v1/payments/intents`, {
    method: 'POST',
    headers: {
      'x-api-key': merchant.apiKey,
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amountCents: 2500 }),
  })
  expect(answer.status).toBe(200)
  const { svcPaymentId } = (await answer.json()) as { svcPaymentId: string }
  const connection = await findRunningEmbedded(console.up.dataDir)
  if (!connection) throw new Error('no database')
  const db = postgres({ ...connection, username: connection.user, max: 1 })
  await db`update payments set authorized_cents = 2499 where payment_id = ${svcPaymentId}`
  await db.end()
  return svcPaymentId
}

beforeAll(async () => {
  merchant = await addMerchant(console, { name: 'Compared Florist' })
  const paymentId = await pay(console, merchant, 3000)
  const payment = () => console.admin<{ status: string }>('GET', `/payments/${paymentId}`)
  await vi.waitUntil(async () => (await payment()).status === 'succeeded', { timeout: 60_000 })
})

describe('the books against the processor', () => {
  test('equal: a run says so, with what moved', async () => {
    const { reconciliationId } = await compare()
    const page = await console.open('/reconciliations')
    const row = page.getByRole('row', { name: /Compared Florist/ })
    await row.getByText('Equal').first().waitFor()
    await row.getByRole('link').first().click()
    await page.waitForURL(`**/reconciliations/${reconciliationId}`)
    await page.getByText('Nothing differs').waitFor()
    await page
      .getByRole('table', { name: 'Sums by currency and kind' })
      .getByText('$30.00', { exact: true })
      .first()
      .waitFor()
  })

  test('different: each difference leads to its payment, says what to do, and is taken in', async () => {
    const misremembered = await misremember()
    const { reconciliationId } = await compare()
    const page = await console.open(`/reconciliations/${reconciliationId}`)
    await page.getByText('1 difference').waitFor()
    const row = page.getByRole('table', { name: 'Differences' }).getByRole('row').nth(1)
    await row.getByText('$24.99').waitFor()
    await row.getByText('$25.00').waitFor()
    await page.getByText(/compare again, or take in what the processor says/).waitFor()
    await page.getByRole('button', { name: 'Take in what the processor says' }).click()
    await row.getByText('Yes').waitFor()
    expect(page.url()).not.toContain(reconciliationId)
    await row.getByRole('link').first().click()
    await page.waitForURL(`**/payments/${misremembered}`)
    await page.getByText('$25.00').first().waitFor()
  })
})
