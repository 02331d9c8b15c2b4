import postgres from 'postgres'
import { findRunningEmbedded } from 'svcpay-embedded-database'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../vitest.waits.ts'
import { useConsole } from './support/console.ts'
import { addMerchant, pay, sandboxOf, type TestMerchant } from './support/merchants.ts'
import { misfits, seriousFindings } from './support/page-checks.ts'

const console = useConsole()
let merchant: TestMerchant
let paymentId: string

interface Run {
  reconciliationId: string
  state: string
}

async function compare(what: object = { merchantId: merchant.merchantId }): Promise<Run> {
  const { reconciliationId } = await console.admin<Run>('POST', '/reconciliations', what)
  const read = () => console.admin<Run>('GET', `/reconciliations/${reconciliationId}`)
  return await waitUntil(
    async () => {
      const run = await read()
      return run.state === 'running' ? null : run
    },
    { interval: 200 },
  )
}

async function onDatabase(work: (db: postgres.Sql) => Promise<unknown>): Promise<void> {
  const connection = await findRunningEmbedded(console.up.dataDir)
  if (!connection) throw new Error('no database')
  const db = postgres({ ...connection, username: connection.user, max: 1 })
  await work(db).finally(() => db.end())
}

/** An unpaid payment, recorded here as one cent less than at the processor. */
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
  await onDatabase(db => db`update payments set authorized_cents = 2499 where payment_id = ${svcPaymentId}`)
  return svcPaymentId
}

/** A comparison of the merchant's books that has ended. */
async function ended(state: 'done' | 'failed'): Promise<string> {
  const id = `rec_00${state}`
  await onDatabase(
    db => db`
      insert into reconciliations (reconciliation_id, from_at, to_at, merchant_id, fix, state, error, finished_at)
      values (${id}, '2026-11-15', '2026-11-16', ${merchant.merchantId}, true, ${state},
        ${state === 'failed' ? 'No answer' : null}, now())`,
  )
  return id
}

beforeAll(async () => {
  merchant = await addMerchant(console, { name: 'Compared Florist' })
  paymentId = await pay(console, merchant, 3000)
  const payment = () => console.admin<{ status: string }>('GET', `/payments/${paymentId}`)
  await waitUntil(async () => (await payment()).status === 'succeeded')
})

describe('a comparison of the ledger with the processor', () => {
  test('without differences shows a match, with the sums', async () => {
    const { reconciliationId } = await compare()
    const page = await console.open('/reconciliations')
    const row = page.getByRole('row', { name: /Compared Florist/ })
    await row.getByText('Match').first().waitFor()
    await row.getByRole('link').first().click()
    await page.waitForURL(`**/reconciliations/${reconciliationId}`)
    await page.getByText('No differences').waitFor()
    await page
      .getByRole('table', { name: 'Sums by currency and kind' })
      .getByText('$30.00', { exact: true })
      .first()
      .waitFor()
  })

  test('shows a match only for the period compared, and offers a longer one', async () => {
    const page = await console.newPage()
    await page.route('**/admin/v1/overview*', async route => {
      const response = await route.fetch()
      const overview = await response.json()
      const attention = {
        ...overview.attention,
        booksDiffer: 0,
        booksUnreadable: 0,
        readableEqualSince: '2026-03-13T00:00:00.000Z',
        readableEqualUntil: '2026-03-14T09:26:00.000Z',
      }
      await route.fulfill({ response, json: { ...overview, attention } })
    })
    let earlier: object[] = []
    await page.route('**/admin/v1/payments?createdTo=2026-03-13*', route =>
      route.fulfill({ json: { data: earlier, nextCursor: null } }),
    )
    await page.request.post(`${console.url}/session`, { data: { token: console.ownerToken() } })
    await page.goto(`${console.url}/ledger`)
    await page.getByText('A comparison leaves out its last two minutes').waitFor()
    await expect.poll(() => page.getByText('Earlier payments are not included').count()).toBe(0)
    earlier = [{}]
    await page.goto(console.url)
    const period = /compared from Mar 1\d, .+ to Mar 1\d, /
    await page.getByRole('link', { name: period }).waitFor()
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await page.getByText(period).waitFor()
    await page.getByText('to compare more, use “Compare the last 31 days”').waitFor()
    await page.getByText('its fee for a dispute, are not in this ledger').waitFor()
    await page.getByRole('link', { name: 'Reconciliation' }).click()
    const inMenu = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Ledger' })
    await expect.poll(() => inMenu.getAttribute('aria-current')).toBe('page')
    await page.getByRole('button', { name: 'Compare the last 31 days' }).click()
    await page.waitForURL(/\/reconciliations\/rec_/)
    const run = await console.admin<{ from: string; createdAt: string }>(
      'GET',
      `/reconciliations/${page.url().split('/').at(-1)}`,
    )
    expect(run.from).toMatch(/T00:00:00\.000Z$/)
    expect(Math.floor((Date.parse(run.createdAt) - Date.parse(run.from)) / 86_400_000)).toBe(31)
  })

  test('of a period without payments is not called a match', async () => {
    const from = '2020-01-01T00:00:00Z'
    const { merchantId } = merchant
    const body = { merchantId, from, to: '2020-01-02T00:00:00Z' }
    const { reconciliationId } = await console.admin<{ reconciliationId: string }>(
      'POST',
      '/reconciliations',
      body,
    )
    const page = await console.open(`/reconciliations/${reconciliationId}`)
    await page.getByText('Nothing to compare', { exact: true }).waitFor()
    expect(await page.getByText('Match').count()).toBe(0)
  })

  test('links each difference to its payment, explains what to do, and fixes it', async () => {
    const misremembered = await misremember()
    const { reconciliationId } = await compare()
    const page = await console.open(`/reconciliations/${reconciliationId}`)
    await page.getByText('1 difference').waitFor()
    const row = page.getByRole('table', { name: 'Differences' }).getByRole('row').nth(1)
    await row.getByText('$24.99', { exact: true }).waitFor()
    await row.getByText('$25.00', { exact: true }).waitFor()
    const token = await console.tokenFor('support')
    const ofSupport = await console.open(`/reconciliations/${reconciliationId}`, { token })
    await ofSupport.getByText(/ask an admin to update the ledger/).waitFor()
    expect(await ofSupport.getByRole('button', { name: /^Update the ledger/ }).count()).toBe(0)
    await page.getByText(/compare again, or update the ledger to match the processor/).waitFor()
    await page.getByRole('button', { name: 'Update the ledger to match the processor' }).click()
    await row.getByText('Fixed').waitFor()
    expect(page.url()).not.toContain(reconciliationId)
    await row.getByRole('link').first().click()
    await page.waitForURL(`**/payments/${misremembered}`)
    await page.getByText('$25.00').first().waitFor()
  })

  test('is called a match except for an account that could not be read', async () => {
    const connect = async (how: 'authorize' | 'deauthorize') => {
      const url = `${sandboxOf(console.up)}/_sandbox/accounts/${merchant.accountId}/${how}`
      const headers = { 'content-type': 'application/json' }
      expect((await fetch(url, { method: 'POST', headers, body: '{}' })).ok).toBe(true)
    }
    await connect('deauthorize')
    onTestFinished(async () => {
      await connect('authorize')
      await compare()
    })
    const { reconciliationId } = await compare({})
    const page = await console.open(`/reconciliations/${reconciliationId}`)
    await page.getByText('Match, except 1 account', { exact: true }).waitFor()
    const list = page.getByRole('table', { name: 'Accounts that could not be compared' })
    const row = list.getByRole('row', { name: /Compared Florist/ })
    await row.getByText(/Application access may have been revoked/).waitFor()
    await row.getByText(/Its payments, refunds and disputes were not compared/).waitFor()
    expect(await row.getByText('nothing').count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Update the ledger/ }).count()).toBe(0)
    expect(await misfits(page, [1440, 390])).toEqual([])

    const alone = await compare()
    await page.goto(page.url().replace(reconciliationId, alone.reconciliationId))
    await page.getByText('1 account not compared', { exact: true }).waitFor()

    await page.goto(`${console.url}/ledger`)
    await page.getByText('Match, except 1 account', { exact: true }).waitFor()
    await page.getByText(/^compared from/).waitFor()
    await page.goto(`${console.url}/`)
    await page.getByText(/match, compared from .*, except 1 account$/).waitFor()
    expect(await page.getByText(/unexplained difference/).count()).toBe(0)
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Compared Florist' })
      .getByRole('link', { name: '1 account could not be compared' })
      .click()
    await page.getByRole('heading', { name: 'Accounts that could not be compared' }).waitFor()
    await list
      .getByRole('row', { name: /Compared Florist/ })
      .getByRole('button', { name: 'Explain' })
      .click()
    await page.getByRole('dialog', { name: 'Explain why the account cannot be read' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('links an unexplained difference to its payment, with its reason even on a narrow screen', async () => {
    const id = await ended('done')
    const why = 'The books are ahead of the processor, and are never rolled back.'
    await onDatabase(async db => {
      await db`
        insert into reconciliation_differences (reconciliation_id, processor, merchant_id, payment_id,
          processor_payment_id, kind, what, object_id, currency, ours, theirs, fixed, note)
        values (${id}, 'sandbox', ${merchant.merchantId}, ${paymentId}, 'pi_1', 'refund', 'missing_here', 're_1', 'usd', null, '700',
          false, ${why}),
          (${id}, 'sandbox', ${merchant.merchantId}, ${paymentId}, 'pi_1', 'payment', 'status', '', 'usd',
          'requires_payment_method', 'requires_confirmation', false, ${why})`
      await db`
        insert into differences (difference_id, processor, merchant_id, payment_id, processor_payment_id, kind, what,
          object_id, currency, ours, theirs, found_from)
        select 'dif_' || lpad(sequence::text, 26, '0'), processor, merchant_id, payment_id, processor_payment_id, kind, what,
          object_id, currency, ours, theirs, now()
        from reconciliation_differences where reconciliation_id = ${id}`
    })
    const page = await console.open(`/reconciliations/${id}`)
    await page.getByText('2 differences').waitFor()
    expect(await misfits(page, [1440, 390])).toEqual([])
    await page.getByText(why).first().waitFor()
    await page.getByRole('link', { name: 'Refund is not in the ledger' }).click()
    await page.waitForURL(`**/payments/${paymentId}`)

    // An admin explains the difference.
    await page.goto(page.url().replace(/\/payments\/.*/, `?merchantId=${merchant.merchantId}`))
    await page.getByRole('link', { name: /^\d unexplained differences? between/ }).click()
    await page.getByRole('heading', { name: 'Unexplained differences of ' }).waitFor()
    await page.getByRole('link', { name: 'Show all merchants' }).click()
    await page.getByRole('heading', { name: 'Unexplained differences', exact: true }).waitFor()
    const list = page.getByRole('table', { name: 'Unexplained differences' })
    const row = list.getByRole('row', { name: /Refund is not in the ledger/ })
    expect(await misfits(page, [1440, 390])).toEqual([])
    await row.getByText('ledger: nothing, processor: $7.00').waitFor()
    await row.getByRole('button', { name: 'Explain' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await seriousFindings(page, { part: 'dialog[open]', schemes: ['light', 'dark'] })).toEqual([])
    await page.getByLabel('Note').fill('Refunded by hand; the bank confirmed it.')
    await page.getByRole('dialog').getByRole('button', { name: 'Explain' }).click()
    await row.waitFor({ state: 'detached' })
    const { data } = await console.admin<{ data: { note: string }[] }>('GET', '/differences?explained=true')
    expect(data.map(({ note }) => note)).toContain('Refunded by hand; the bank confirmed it.')
  })

  test('that did not finish is not called a match', async () => {
    const page = await console.open(`/reconciliations/${await ended('failed')}`)
    await page.getByText('The comparison is incomplete.').waitFor()
    await page.getByRole('alert').getByText('No answer').waitFor()
  })
})
