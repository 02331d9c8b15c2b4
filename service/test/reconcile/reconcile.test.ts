import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { time } from '../../src/cli/output.ts'
import { paymentIdOf } from '../../src/ids.ts'
import { repeat } from '../../src/jobs/repeat.ts'
import { verifyLedger } from '../../src/ledger/verify.sql.ts'
import { claimRun, savePage, startDailyRun } from '../../src/reconcile/runs.sql.ts'
import { walk } from '../../src/reconcile/walk.ts'
import { type PaidPayment, usePaying } from '../support/paying.ts'
import { testSeals } from '../support/secrets.ts'
import { brief, depsOf, jobOf, reconcile, typed } from './prepared.ts'

/** No events arrive and no search runs, so the service does not learn of changes at the processor. */
const paying = usePaying({ env: { SVC_FEE_BPS: '200' } })
const names: Record<string, string> = {}
const onAccount = () => ({ stripeAccount: paying.merchant.accountId })

async function settled(
  name: string,
  body: Record<string, unknown> = {},
  method?: string,
): Promise<PaidPayment> {
  const payment = await paying.pay({ captureMethod: 'manual', ...body }, method)
  expect((await paying.post(`/payments/${payment.id}/capture`)).status).toBe(200)
  Object.assign(names, { [payment.id]: name, [payment.intentId]: name })
  return payment
}

const tamper = (change: string, id: string) => paying.service.db.unsafe(change, [id])

describe('books that match the processor', () => {
  it('are reported as equal, with all sums, in a run that the next one does not change', async () => {
    const payment = await settled('plain')
    expect((await paying.post(`/payments/${payment.id}/refund`, { amountCents: 1000 })).status).toBe(200)
    const kept = await settled('kept', { currency: 'eur' })
    const refund = { amountCents: 500, refundApplicationFee: false }
    expect((await paying.post(`/payments/${kept.id}/refund`, refund)).status).toBe(200)
    const { body: unpaid } = await paying.create()
    await paying.post(`/payments/${unpaid.svcPaymentId}/cancel`)
    await paying.stripe.paymentIntents.create({ amount: 999, currency: 'usd' }, onAccount())
    const { run, found } = await reconcile(paying)
    expect(found).toEqual([])
    expect(run).toMatchObject({ state: 'done', differences: 0, accounts: 1, skippedAccounts: 0, payments: 4 })
    const total = (currency: string, kind: string, cents: number) => {
      return { processor: 'sandbox', currency, kind, processorCents: cents, ledgerCents: cents }
    }
    expect(run.totals).toEqual([
      total('eur', 'fee', 100),
      total('eur', 'payment', 5000),
      total('eur', 'refund', -500),
      total('usd', 'fee', 100),
      total('usd', 'fee_refund', -20),
      total('usd', 'payment', 5000),
      total('usd', 'refund', -1000),
    ])
    const { text } = await paying.service.call('GET', '/metrics', { operator: true })
    expect(text).toMatch(/svcpay_reconcile_differences\{kind="refund"\} 0/)
    expect(text).toMatch(/svcpay_reconcile_last_clean_timestamp_seconds \d+/)
  })
})

describe('prepared differences', () => {
  beforeAll(async () => {
    paying.merchant = await paying.addMerchant()
    const { stripe } = paying
    // changes at the processor without events
    const open = await paying.pay({ captureMethod: 'manual' })
    names[open.id] = 'captured there'
    await stripe.paymentIntents.capture(open.intentId, {}, onAccount())
    const refunded = await settled('refunded there')
    const refund = { payment_intent: refunded.intentId, amount: 700, refund_application_fee: true }
    await stripe.refunds.create(refund, onAccount())
    const returned = await settled('fee returned there')
    const [fee] = (await stripe.applicationFees.list({ limit: 1 })).data
    await stripe.applicationFees.createRefund(String(fee?.id), { amount: 30 })
    expect(returned.id).toBeTruthy()
    await settled('disputed there', {}, 'pm_card_createDispute')
    // wrong values in the books
    const amount = await settled('wrong amount')
    await tamper('update payments set captured_cents = captured_cents - 1 where payment_id = $1', amount.id)
    const currency = await settled('wrong currency')
    await tamper(`update payments set currency = 'gbp' where payment_id = $1`, currency.id)
    const charged = await settled('wrong fee')
    await paying.service.db.begin(async tx => {
      await tx`set local session_replication_role = replica`
      await tx`update payments set fee_cents = fee_cents - 7 where payment_id = ${charged.id}`
      await tx`
        update ledger_entries set platform_fees_cents = platform_fees_cents - 7, merchant_cents = merchant_cents + 7
        where payment_id = ${charged.id}`
    })
    // records that are only in the books
    const lost = await settled('lost there')
    await tamper(`update payments set processor_payment_id = 'pi_nowhere' where payment_id = $1`, lost.id)
    const phantom = await settled('phantom refund')
    await tamper(
      `insert into refunds (merchant_id, refund_id, payment_id, processor_refund_id, amount_cents, returns_fee, state,
        created_at, updated_at)
      select merchant_id, 'svcrf_00000000000000000000000000', payment_id, 're_nowhere', 5, true, 'succeeded', now(), now()
      from payments where payment_id = $1`,
      phantom.id,
    )
    await tamper(
      `insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
        platform_fees_cents)
      select merchant_id, payment_id, 'refund:re_nowhere', 'refund', 'test', currency, 5, -5, 0
      from payments where payment_id = $1`,
      phantom.id,
    )
    // payments that are only at the processor: ours, a copy, and one of other software
    const svcPaymentId = paymentIdOf(randomUUID())
    const svcSeal = testSeals.make(paying.merchant.accountId, svcPaymentId)
    const orphan = { amount: 800, currency: 'usd', metadata: { svcPaymentId, svcSeal } }
    const { id: orphanId } = await stripe.paymentIntents.create(orphan, onAccount())
    names[orphanId] = 'lost here'
    names[orphan.metadata.svcPaymentId] = 'lost here'
    const copy = { amount: 800, currency: 'usd', metadata: { svcPaymentId: charged.id } }
    names[(await stripe.paymentIntents.create(copy, onAccount())).id] = 'copied'
    await stripe.paymentIntents.create({ amount: 999, currency: 'usd' }, onAccount())
  })

  const unfixable = [
    'copied: payment duplicate, null here, 800 there',
    'lost there: fee duplicate, null here, 100 there',
    'lost there: payment duplicate, null here, 5000 there',
    'lost there: payment missing_there, 5000 here, null there',
    'phantom refund: refund missing_there, 5 here, null there',
    'wrong amount: payment amount, 4999 here, 5000 there',
    'wrong currency: payment currency, gbp here, usd there',
  ]
  const fixable = [
    'captured there: payment status, requires_payment_method here, succeeded there',
    'disputed there: dispute missing_here, null here, 5000 there',
    'lost here: payment missing_here, null here, 800 there',
    'fee returned there: fee_refund amount, 0 here, 30 there',
    'refunded there: fee_refund amount, 0 here, 14 there',
    'refunded there: refund missing_here, null here, 700 there',
    'wrong fee: fee amount, 93 here, 100 there',
  ]
  const ofMerchant = () => ({ merchantId: paying.merchant.merchantId })

  it('are found, each once, and nothing else', async () => {
    const { found, run } = await reconcile(paying, ofMerchant())
    expect(brief(found, names)).toEqual([...unfixable, ...fixable].sort())
    expect(run.unexplained).toBe(unfixable.length + fixable.length)
  })

  it('are fixed, or the reason is given', async () => {
    const first = await reconcile(paying, { ...ofMerchant(), fix: true })
    expect(
      brief(
        first.found.filter(({ fixed }) => fixed),
        names,
      ),
    ).toEqual([...fixable].sort())
    const rest = first.found.filter(({ fixed }) => !fixed)
    expect(brief(rest, names)).toEqual(unfixable)
    for (const { reason } of rest) expect(reason).toMatch(/\.$/)
    const again = await reconcile(paying, ofMerchant())
    expect(brief(again.found, names)).toEqual(unfixable)
    const { differences } = await verifyLedger(paying.service.db)
    const ids = new Set(differences.map(({ svcPaymentId: id }) => names[id] ?? id))
    expect([...ids].sort()).toEqual(['wrong amount', 'wrong currency'])
  })
})

describe('a run', () => {
  it('leaves out disconnected accounts', async () => {
    paying.merchant = await paying.addMerchant()
    const { accountId, merchantId } = paying.merchant
    await settled('of a merchant who leaves')
    await paying.control(`/accounts/${accountId}/deauthorize`, {})
    expect((await reconcile(paying, { merchantId })).run).toMatchObject({ skippedAccounts: 1, accounts: 0 })
    await paying.control(`/accounts/${accountId}/authorize`, {})
    const { run, found } = await reconcile(paying, { merchantId })
    expect([run.skippedAccounts, run.accounts, found]).toEqual([0, 1, []])
  })

  it('says why it cannot fix entries that differ although their payment matches', async () => {
    paying.merchant = await paying.addMerchant()
    const { merchantId } = paying.merchant
    const payment = await settled('entered wrongly')
    await paying.service.db.begin(async tx => {
      await tx`set local session_replication_role = replica`
      await tx`
        update ledger_entries set customer_cents = customer_cents + 7, merchant_cents = merchant_cents - 7
        where payment_id = ${payment.id}`
    })
    const { found } = await reconcile(paying, { merchantId, fix: true })
    expect(found).toMatchObject([
      {
        kind: 'payment',
        what: 'posted',
        svcPaymentId: payment.id,
        ours: '4993',
        theirs: '5000',
        fixed: false,
      },
    ])
    expect(found[0]?.reason).toMatch(/ledger verify/)
  })

  it('resumes on another instance after the last saved page', async () => {
    paying.merchant = await paying.addMerchant()
    const { merchantId } = paying.merchant
    for (let i = 0; i < 3; i++) await settled(`payment ${i}`)
    const last = await paying.pay({ captureMethod: 'manual' })
    names[last.id] = 'the last'
    await paying.stripe.paymentIntents.capture(last.intentId, {}, onAccount())
    const { db } = paying.service
    const wanted = {
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date().toISOString(),
      merchantId,
    }
    const { body: started } = await paying.service.admin('POST', '/reconciliations', wanted)
    const dead = 'an instance that dies'
    const run = await claimRun(db, dead)
    expect(run?.reconciliationId).toBe(started.reconciliationId)
    if (!run) return
    for await (const page of walk(depsOf(paying), run)) {
      expect(await savePage(db, run, dead, page)).toBe(true)
      if (page.progress.step === 'payments') break
    }
    await jobOf(paying).run()
    expect((await paying.service.admin('GET', `/reconciliations/${run.reconciliationId}`)).body.state).toBe(
      'running',
    )
    await db`update reconciliations set lease_until = now() where state = 'running'`
    const { found } = await reconcile(paying, wanted)
    expect(brief(found, names)).toEqual([
      'the last: payment status, requires_payment_method here, succeeded there',
    ])
  })

  it('is printed by the command line, with an exit code for the result', async () => {
    const { merchantId } = paying.merchant
    const working = repeat(jobOf(paying), pino({ level: 'silent' }))
    onTestFinished(working.stop)
    const differing = await typed(paying, '--merchant', merchantId)
    expect([differing.code, differing.stderr]).toEqual([1, 'svcpay: Differences found: 1.\n'])
    expect(differing.stdout).toMatch(/CURRENCY +MOVED +LEDGER +PROCESSOR/)
    const fixed = await typed(paying, '--merchant', merchantId, '--fix', '--format', 'csv')
    expect([fixed.code, fixed.stderr]).toEqual([0, ''])
    expect(fixed.stdout.trimEnd().split('\r\n')).toHaveLength(2)
    const clean = await typed(paying, '--merchant', merchantId)
    expect([clean.code, clean.stderr]).toEqual([0, ''])
    expect(clean.stdout).toContain('The ledger matches the processor.')
    const { body: newest } = await paying.service.admin('GET', '/reconciliations?limit=1')
    const [{ createdAt, comparedUntil }] = newest.data
    expect(Date.parse(createdAt) - Date.parse(comparedUntil)).toBe(120_000)
    // the same moment on the command line, in the activity and in the console
    expect(clean.stdout).toContain(` to ${time(comparedUntil)}: `)
    const { body: audit } = await paying.service.admin('GET', '/audit?action=reconciliation.start&limit=1')
    expect(audit.data[0].detail.to).toBe(comparedUntil)
  })

  it('waits for a processor that does not answer, and finally fails', async () => {
    const fault = { kind: 'error', status: 500, count: 1000, operation: 'balance_transactions.list' }
    await paying.control('/faults', fault)
    onTestFinished(paying.clearFaults)
    const { body: started } = await paying.service.admin('POST', '/reconciliations', {})
    await jobOf(paying).run()
    const path = `/reconciliations/${started.reconciliationId}`
    expect((await paying.service.admin('GET', path)).body).toMatchObject({
      state: 'running',
      error: expect.any(String),
    })
    await paying.service
      .db`update reconciliations set failures = 9, lease_until = now() where state = 'running'`
    await jobOf(paying).run()
    expect((await paying.service.admin('GET', path)).body.state).toBe('failed')
  })

  it('of yesterday is started once a day, at its time', async () => {
    const { db } = paying.service
    await Promise.all([startDailyRun(db, new Date('2026-02-03')), startDailyRun(db, new Date('2026-02-03'))])
    const rows = await db`select from_at, to_at from reconciliations where daily_for = '2026-02-03'`
    expect(rows).toMatchObject([{ fromAt: new Date('2026-02-03'), toAt: new Date('2026-02-04') }])
  })
})
