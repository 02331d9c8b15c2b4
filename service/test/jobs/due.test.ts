import { expect, it, onTestFinished, vi } from 'vitest'
import { type Db, openDb } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import { watchDue } from '../../src/jobs/due.sql.ts'
import { reconcile } from '../../src/reconcile/job.ts'
import { databaseForThisTest } from '../support/database.ts'

async function openHere(): Promise<Db> {
  const db = openDb(await databaseForThisTest(), { maxConnections: 1 })
  onTestFinished(() => db.end())
  await learnPlacement(db)
  return db
}

/** Whether a job runs again after it has just run. */
async function runsAgain(db: Db, name: string, maxRestMs = 60_000): Promise<boolean> {
  const isDue = watchDue(db)
  const job = { name, maxRestMs, everyMs: 1000, run: async () => {} }
  expect(await isDue(job)).toBe(true)
  return await isDue(job)
}

const payment = (status: string) => `
  insert into payment_statuses (merchant_id, payment_id, status, created_at, updated_at, next_check_at)
  values ('m', 'p', '${status}', now(), now(), now())`

it.each([
  ['heal history', `insert into incomplete_histories (merchant_id, since) values ('-', now())`],
  [
    'retry waiting events',
    `insert into events (merchant_id, processor, event_id, type, sealed_body, outcome, created_at, received_at)
     values ('-', 'stripe', 'evt_1', 't', '', 'waiting', now(), now())`,
  ],
  [
    'find lost events',
    `insert into event_cursors (merchant_id, processor, read_until, checked_at) values ('-', 'stripe', now(), now())`,
  ],
  ['refresh open payments', payment('processing')],
  ['refresh open payments', payment('requires_confirmation')],
  [
    'read fees',
    `insert into refunds (merchant_id, refund_id, payment_id, processor_refund_id, amount_cents, returns_fee, state,
       created_at, updated_at, fee_due_at)
     values ('m', 'svcrf_${'0'.repeat(26)}', 'p', 're_1', 1, true, 'pending', now(), now(), now())`,
  ],
  [
    'reconcile',
    `insert into reconciliations (reconciliation_id, from_at, to_at, fix)
     values ('rec_1', now() - interval '1 day', now(), false)`,
  ],
  [
    'recover operations',
    `insert into open_operations (merchant_id, operation_id, kind, lease_id, lease_until, created_at)
     values ('m', 'op_1', 'create', 'l', now(), now())`,
  ],
  ['keep figures', `insert into figures_due (merchant_id, source, at) values ('m', 'payments', now())`],
])('the job %s rests until something is due', async (name, change) => {
  const db = await openHere()
  expect(await runsAgain(db, name)).toBe(false)
  expect(await runsAgain(db, name, 0)).toBe(true)
  await db.unsafe(change)
  expect(await runsAgain(db, name)).toBe(true)
})

it.each(['keep statuses', 'keep figures'])('the job %s rests until a payment changes', async name => {
  const db = await openHere()
  expect(await runsAgain(db, name)).toBe(false)
  await db`
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, created_at, updated_at)
    values ('m', ${`svcpay_${'0'.repeat(26)}`}, 'stripe', 'a', 'pi_1', 'processing', 'usd', 'automatic', 1, 0, now(), now())`
  await expect.poll(() => runsAgain(db, name)).toBe(true)
})

it('the daily comparison is checked in every minute, even in the last one of a day', async () => {
  const db = await openHere()
  let at = Date.parse('2026-03-13T23:58:59.900Z')
  const time = vi.spyOn(performance, 'now').mockImplementation(() => at)
  onTestFinished(() => time.mockRestore())
  const minutes = new Set<string>()
  const run = async () => void minutes.add(new Date(at).toISOString().slice(11, 16))
  const job = { ...reconcile({ db } as Parameters<typeof reconcile>[0], null), run }
  const isDue = watchDue(db)
  // almost the longest interval that jitter allows
  for (; at < Date.parse('2026-03-14T00:00:02Z'); at += job.everyMs * 1.17) if (await isDue(job)) await run()
  expect([...minutes].slice(0, 2)).toEqual(['23:58', '23:59'])
})

it('a job checks for work itself while another table is locked', async () => {
  const url = await databaseForThisTest()
  const [db, other] = [openDb(url, { statementTimeoutMs: 500 }), openDb(url)]
  onTestFinished(async () => void (await Promise.all([db.end(), other.end()])))
  await learnPlacement(db)
  await other.begin(async tx => {
    await tx`lock table reconciliations`
    expect(await runsAgain(db, 'recover operations')).toBe(true)
  })
  expect(await runsAgain(db, 'recover operations')).toBe(false)
})

it('on a cluster, every job checks for work itself', async () => {
  const db = await openHere()
  db.engine.isOne = false
  expect(await runsAgain(db, 'heal history')).toBe(true)
})
