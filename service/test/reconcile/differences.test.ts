import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { paymentIdOf } from '../../src/ids.ts'
import { repeat } from '../../src/jobs/repeat.ts'
import { startDailyRun } from '../../src/reconcile/runs.sql.ts'
import { usePaying } from '../support/paying.ts'
import { testSeals } from '../support/secrets.ts'
import { brief, jobOf, reconcile, typed } from './prepared.ts'

const paying = usePaying({ env: { SVC_FEE_BPS: '200' } })
const onAccount = () => ({ stripeAccount: paying.merchant.accountId })
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
const longAgo = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }

const svcpay = (...args: string[]) => {
  const working = repeat(jobOf(paying), pino({ level: 'silent' }))
  onTestFinished(working.stop)
  return typed(paying, ...args)
}

const explain = (differenceId: string, note: string) =>
  paying.service.admin('POST', `/differences/${differenceId}/explain`, { note })

async function attention() {
  const query = `?from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${tomorrow}`
  const { body } = await paying.service.admin('GET', `/overview${query}`)
  return body.attention as {
    booksDiffer: number
    booksEqualSince: string | null
    booksEqualUntil: string | null
    booksUnreadable: number
    unreadableAccounts: object[]
    readableEqualUntil: string | null
  }
}

async function counted(kind: string): Promise<string | undefined> {
  const { text } = await paying.service.call('GET', '/metrics', { operator: true })
  return new RegExp(`svcpay_reconcile_differences\\{kind="${kind}"\\} (\\d+)`).exec(text)?.[1]
}

const listed = async (query = '') => (await paying.service.admin('GET', `/differences${query}`)).body.data

async function captured() {
  const payment = await paying.pay({ captureMethod: 'manual' })
  expect((await paying.post(`/payments/${payment.id}/capture`)).status).toBe(200)
  return payment
}

/** A refund at the processor without an event. */
async function refundedThere() {
  const payment = await captured()
  await paying.stripe.refunds.create({ payment_intent: payment.intentId, amount: 700 }, onAccount())
  return payment
}

/** Changes the amount in the books until the end of the test. */
async function misremember(id: string, cents: number) {
  const { db } = paying.service
  const say = (amount: number) => db`update payments set captured_cents = ${amount} where payment_id = ${id}`
  await say(cents)
  onTestFinished(async () => {
    await say(5000)
  })
}

const ofMerchant = () => ({ merchantId: paying.merchant.merchantId })

beforeEach(async () => {
  paying.merchant = await paying.addMerchant()
  await paying.service
    .db`update differences set explained_by = 'event', explained_at = now() where explained_at is null`
})

describe('a difference', () => {
  it('is counted until it is explained, whatever period later comparisons cover', async () => {
    const payment = await refundedThere()
    expect((await reconcile(paying)).found).toMatchObject([{ kind: 'refund', what: 'missing_here' }])
    const before = await attention()
    expect([before.booksDiffer, await counted('refund')]).toEqual([1, '1'])
    const { run, found } = await reconcile(paying, longAgo)
    expect([run.unexplained, found.map(({ svcPaymentId }) => svcPaymentId)]).toEqual([1, [payment.id]])
    expect(await attention()).toEqual(before)
    await reconcile(paying, { ...ofMerchant(), fix: true })
    expect((await attention()).booksDiffer).toBe(0)
    expect(await counted('refund')).toBe('0')
    expect(await listed()).toEqual([])
    expect((await listed('?explained=true'))[0]).toMatchObject({
      svcPaymentId: payment.id,
      explainedBy: 'fix',
    })
  })

  it('is explained by an event: a later check in a run of any period no longer finds it', async () => {
    const { id } = await captured()
    await misremember(id, 4999)
    expect((await reconcile(paying, ofMerchant())).run.unexplained).toBe(1)
    await misremember(id, 5000)
    const { run } = await reconcile(paying, longAgo)
    expect([run.differences, run.unexplained]).toEqual([0, 0])
    expect((await listed('?explained=true'))[0]).toMatchObject({ svcPaymentId: id, explainedBy: 'event' })
    // if it comes back, it counts as a new difference
    await misremember(id, 4999)
    expect((await reconcile(paying, ofMerchant())).run.unexplained).toBe(1)
    expect(await listed()).toMatchObject([{ svcPaymentId: id, explainedBy: null, explainedAt: null }])
  })

  it('is explained by an operator’s note, as long as it does not change', async () => {
    const { id } = await captured()
    await misremember(id, 4999)
    const { found } = await reconcile(paying, ofMerchant())
    const path = `/differences/${found[0]?.differenceId}/explain`
    for (const note of ['', 'two\nlines', 'x'.repeat(501)])
      expect((await paying.service.admin('POST', path, { note })).status).toBe(400)
    expect((await paying.service.admin('POST', '/differences/dif_x/explain', { note: 'x' })).status).toBe(404)
    const { body } = await paying.service.admin('POST', path, { note: 'A cent was lost in a migration.' })
    expect(body).toMatchObject({
      explainedBy: 'note',
      explainer: 'owner',
      note: 'A cent was lost in a migration.',
    })
    const { body: log } = await paying.service.admin('GET', '/audit?action=difference.explain')
    expect(log.data[0]).toMatchObject({
      target: found[0]?.differenceId,
      ...ofMerchant(),
      detail: { svcPaymentId: id },
    })
    expect((await attention()).booksDiffer).toBe(0)
    const again = await reconcile(paying, ofMerchant())
    expect([again.run.differences, again.run.unexplained]).toEqual([1, 0])
    await misremember(id, 4998)
    expect((await reconcile(paying, ofMerchant())).run.unexplained).toBe(1)
    await misremember(id, 5000)
    await reconcile(paying, longAgo)
    const late = await paying.service.admin('POST', path, { note: 'too late' })
    expect([late.status, late.body.code]).toEqual([409, 'invalid_state'])
  })

  it('can be read by any operator, but is explained by admins only', async () => {
    const { id } = await captured()
    await misremember(id, 4999)
    const { found } = await reconcile(paying, ofMerchant())
    const { body: support } = await paying.service.admin('POST', '/operators', {
      name: 'Sam',
      role: 'support',
    })
    const as = (method: string, path: string, body?: unknown) =>
      paying.service.call(method, `/admin/v1${path}`, {
        body,
        headers: { authorization: `Bearer ${support.token}` },
      })
    expect((await as('GET', '/differences')).body.data).toHaveLength(1)
    const path = `/differences/${found[0]?.differenceId}/explain`
    expect((await as('POST', path, { note: 'fine' })).status).toBe(403)
  })

  it('is printed and explained on the command line', async () => {
    const { id } = await captured()
    await misremember(id, 4999)
    const { merchantId } = ofMerchant()
    const differing = await svcpay('--merchant', merchantId)
    expect([differing.code, differing.stderr]).toEqual([1, 'svcpay: Differences found: 1.\n'])
    const differenceId = /dif_\w+/.exec(differing.stdout)?.[0] ?? ''
    const explained = await explain(differenceId, 'A cent was lost.')
    expect(explained.body).toMatchObject({ differenceId, note: 'A cent was lost.' })
    const after = await typed(paying, '--merchant', merchantId)
    expect([after.code, after.stdout]).toEqual([0, expect.stringContaining('A cent was lost.')])
  })
})

describe('a difference also', () => {
  it('is an account that cannot be read, until it can be or somebody explains why', async () => {
    const { accountId, merchantId } = paying.merchant
    await captured()
    await reconcile(paying, { from: '2026-01-01T00:00:00Z' })
    const comparedUntil = async (id: string) => {
      const [row] = await paying.service
        .db`select compared_until from processor_accounts where merchant_id = ${id}`
      return row?.comparedUntil as Date
    }
    const other = (await paying.addMerchant()).merchantId
    const [mine, theirs] = [await comparedUntil(merchantId), await comparedUntil(other)]
    expect([mine, theirs]).toEqual([expect.any(Date), null])
    await paying.control(`/accounts/${accountId}/deauthorize`, {})
    onTestFinished(async () => {
      await paying.control(`/accounts/${accountId}/authorize`, {})
    })
    const left = await svcpay('--from', '2026-01-01')
    expect([left.code, left.stderr]).toEqual([2, 'svcpay: Not compared: 1 account.\n'])
    expect(left.stdout).toContain('For all other accounts: The ledger matches the processor.')
    expect(await comparedUntil(merchantId)).toEqual(mine)
    expect((await comparedUntil(other)).getTime()).toBeGreaterThan(mine.getTime())
    expect(await attention()).toMatchObject({
      booksDiffer: 1,
      booksEqualUntil: '2026-01-01T00:00:00.000Z',
      booksUnreadable: 1,
      unreadableAccounts: [{ merchantId, processor: 'sandbox' }],
      readableEqualUntil: (await comparedUntil(other)).toISOString(),
    })
    expect(await counted('account')).toBe('1')
    const { run } = await reconcile(paying, ofMerchant())
    expect([run.unexplained, run.unreadable]).toEqual([1, 1])
    const [difference] = await listed()
    expect(difference).toMatchObject({ kind: 'account', what: 'unreadable', objectId: accountId })
    await explain(difference.differenceId, 'The merchant has left.')
    const noted = await typed(paying, '--from', '2026-01-01')
    expect([noted.code, noted.stderr]).toEqual([0, ''])
    expect((await attention()).booksEqualUntil).toBe((await comparedUntil(other)).toISOString())
    await paying.control(`/accounts/${accountId}/authorize`, {})
    expect((await typed(paying, '--merchant', merchantId)).stdout).toContain(
      'The ledger matches the processor.',
    )
    // the note was about the time when it could not be read
    await paying.control(`/accounts/${accountId}/deauthorize`, {})
    const again = await svcpay('--merchant', merchantId)
    expect([again.code, again.stderr]).toEqual([2, 'svcpay: Not compared: 1 account.\n'])
  })

  it('is a second intent with one id, unless it is canceled', async () => {
    const { id, intentId } = await captured()
    const { metadata } = await paying.stripe.paymentIntents.retrieve(intentId, {}, onAccount())
    const make = () =>
      paying.stripe.paymentIntents.create({ amount: 5000, currency: 'usd', metadata }, onAccount())
    const second = await make()
    await paying.stripe.paymentIntents.cancel((await make()).id, {}, onAccount())
    const { found } = await reconcile(paying, { ...ofMerchant(), fix: true })
    expect(brief(found, {})).toEqual([`${id}: payment duplicate, null here, 5000 there`])
    expect(found[0]).toMatchObject({ processorPaymentIntentId: second.id, fixed: false })
    await paying.stripe.paymentIntents.cancel(second.id, {}, onAccount())
    expect((await reconcile(paying, longAgo)).run.unexplained).toBe(0)
  })

  it('is a sealed payment or fee that is unknown here', async () => {
    const { id } = await captured()
    const { db } = paying.service
    const forget = ['ledger_entries', 'operations', 'payments']
    await db.begin(async tx => {
      await tx`set local session_replication_role = replica`
      for (const table of forget) await tx`delete from ${tx(table)} where payment_id = ${id}`
    })
    const { found } = await reconcile(paying, ofMerchant())
    expect(brief(found, {})).toEqual([
      `${id}: fee missing_here, null here, 100 there`,
      `${id}: payment missing_here, null here, 5000 there`,
    ])
    // restoring the payment also restores its fee
    expect((await reconcile(paying, { ...ofMerchant(), fix: true })).run.unexplained).toBe(0)
    expect(await listed()).toEqual([])
    expect((await reconcile(paying, ofMerchant())).found).toEqual([])
  })

  it('is a sealed account without a merchant here, with its payments and fees', async () => {
    const { id } = await captured()
    const { merchantId, accountId } = paying.merchant
    const { db } = paying.service
    await paying.stripe.accounts.update(accountId, {
      metadata: { svcMerchantId: merchantId, svcSeal: testSeals.make(merchantId) },
    })
    const kept =
      await db`select to_jsonb(a)::text as row from processor_accounts a where merchant_id = ${merchantId}`
    await db.begin(async tx => {
      await tx`set local session_replication_role = replica`
      for (const table of ['processor_accounts', 'ledger_entries', 'operations', 'payments'])
        await tx`delete from ${tx(table)} where merchant_id = ${merchantId}`
    })
    const { found, run } = await reconcile(paying, { ...ofMerchant(), fix: true })
    expect(run.unexplained).toBe(3)
    expect(brief(found, {})).toEqual([
      'null: account missing_here, null here, null there',
      `${id}: fee missing_here, null here, 100 there`,
      `${id}: payment missing_here, null here, 5000 there`,
    ])
    // once the account is known again, its payments can be restored
    await db`insert into processor_accounts select (jsonb_populate_record(null::processor_accounts, ${kept[0]?.row}::text::jsonb)).*`
    await reconcile(paying, { ...ofMerchant(), fix: true })
    expect((await reconcile(paying, ofMerchant())).found).toEqual([])
  })
})

it('the books have been equal since the start of the comparisons without a gap', async () => {
  const { db } = paying.service
  await db`update reconciliations set state = 'failed'`
  await db`update processor_accounts set compared_until = null`
  const since = async () => (await attention()).booksEqualSince
  expect(await since()).toBe(null)
  await reconcile(paying, { ...ofMerchant(), from: '2026-01-03T00:00:00Z' })
  expect(await since()).toBe(null)
  await reconcile(paying, { from: '2026-01-05T00:00:00Z' })
  await reconcile(paying, longAgo)
  expect(await since()).toBe('2026-01-05T00:00:00.000Z')
  await reconcile(paying, { from: '2026-01-03T00:00:00Z', to: '2026-01-05T00:00:00Z' })
  expect(await since()).toBe('2026-01-03T00:00:00.000Z')
  await reconcile(paying, { from: '2026-01-02T00:00:00Z' })
  expect(await since()).toBe(longAgo.from.replace('Z', '.000Z'))
})

it('a missed day is compared with the next, and a failed day is retried', async () => {
  const { db } = paying.service
  await startDailyRun(db, new Date('2026-02-03'))
  await db`update reconciliations set state = 'failed', failures = 10, finished_at = now() where daily_for = '2026-02-03'`
  await startDailyRun(db, new Date('2026-02-06'))
  const rows =
    await db`select daily_for::text, from_at, state from reconciliations where daily_for is not null order by 1`
  expect(rows).toEqual([
    { dailyFor: '2026-02-03', fromAt: new Date('2026-02-03'), state: 'running' },
    { dailyFor: '2026-02-06', fromAt: new Date('2026-02-04'), state: 'running' },
  ])
  await startDailyRun(db, new Date('2026-03-30'))
  const [late] = await db`select from_at from reconciliations where daily_for = '2026-03-30'`
  expect(late?.fromAt).toEqual(new Date('2026-03-23'))
  await db`delete from reconciliations where daily_for is not null`
})

it('an orphan without our seal is not ours', async () => {
  const metadata = { svcPaymentId: paymentIdOf(randomUUID()) }
  await paying.stripe.paymentIntents.create({ amount: 800, currency: 'usd', metadata }, onAccount())
  expect((await reconcile(paying, ofMerchant())).found).toEqual([])
})
