import { describe, expect, it } from 'vitest'
import { latencyBoundsMs, percentile } from '../../src/back-office/figures/latency.ts'
import { deliveryIdAt, type MerchantId, newDeliveryId } from '../../src/ids.ts'
import { findAccount, updateAccount } from '../../src/merchants/accounts.sql.ts'
import { existing } from '../../src/problems.ts'
import type { AccountSnapshot } from '../../src/processors/port.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { newKey, usePaying } from '../support/paying.ts'
import { refuse, startReceiver } from '../support/receiver.ts'

const paying = usePaying({
  role: 'all',
  webhooks: true,
  env: { SVC_CALLBACK_RETRY_DELAYS_MS: '1,1,1,1,1,1,1,1' },
})
const admin = (method: string, path: string, body?: unknown) => paying.service.admin(method, path, body)
const overview = async (query = '') => (await admin('GET', `/overview${query}`)).body
const usd = async (query = '') =>
  (await overview(query)).currencies.find((one: { currency: string }) => one.currency === 'usd')

describe('the overview', () => {
  it('adds up payments to the cent', async () => {
    const merchant = await paying.addMerchant()
    paying.merchant = merchant
    const query = `?merchantId=${merchant.merchantId}`
    await paying.pay({ amountCents: 5000 })
    const { id } = await paying.pay({ amountCents: 3000 })
    await expect.poll(async () => (await usd(query))?.volumeCents).toBe(8000)
    await paying.post(`/payments/${id}/refund`, { amountCents: 1000 }, { 'idempotency-key': newKey() })
    await paying.pay({ amountCents: 700 }, 'pm_card_visa_chargeDeclined').catch(() => {})
    await paying.create({ amountCents: 100, currency: 'eur' })
    await expect.poll(async () => (await usd(query))?.failed).toBe(1)
    await expect.poll(async () => (await usd(query))?.refundedCents).toBe(1000)
    const found = await overview(query)
    expect(found.bucket).toBe('day')
    expect(found.currencies.map(({ currency }: { currency: string }) => currency)).toEqual(['eur', 'usd'])
    const { series, ...figures } = await usd(query)
    const { body: balances } = await admin('GET', `/ledger/balances${query}`)
    expect(figures).toEqual({
      currency: 'usd',
      volumeCents: 8000,
      count: 3,
      succeeded: 2,
      failed: 1,
      feesCents: balances.data[0].platformFeesCents,
      refundedCents: 1000,
      disputedCents: 0,
    })
    expect(figures.feesCents).toBeGreaterThan(0)
    expect(series).toHaveLength(31)
    expect(series.at(-1)).toMatchObject({ volumeCents: 8000, count: 3, succeeded: 2, refundedCents: 1000 })
    expect(found.declines).toEqual([{ code: 'generic_decline', count: 1 }])
    const hourly = await usd(`${query}&from=${new Date(Date.now() - 3_600_000).toISOString()}`)
    expect(hourly.volumeCents).toBe(8000)
    const before = `${query}&to=${new Date(Date.now() - 3_600_000).toISOString()}`
    expect((await overview(before)).currencies).toEqual([])
  })

  it('of all merchants is the sum of all of them', async () => {
    const sums = { volumeCents: 0, count: 0, succeeded: 0, feesCents: 0, refundedCents: 0 }
    const { body } = await admin('GET', '/merchants?limit=100')
    for (const { merchantId } of body.data) {
      const own = await usd(`?merchantId=${merchantId}`)
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += own?.[name] ?? 0
    }
    expect(await usd()).toMatchObject(sums)
  })

  it('shows the health of callbacks and what needs attention', async () => {
    const merchant = await paying.addMerchant({ name: 'Broken Shop' })
    paying.merchant = merchant
    const query = `?merchantId=${merchant.merchantId}`
    const receiver = await startReceiver(refuse(500))
    await admin('PUT', `/merchants/${merchant.merchantId}/callback`, { url: receiver.url })
    await paying.pay()
    await expect.poll(async () => (await overview(query)).attention.deadLetters).toBe(1)
    const failing = { merchantId: merchant.merchantId, name: 'Broken Shop', reason: 'HTTP 500', waiting: 0 }
    const { attention: whileFailing } = await overview()
    expect(whileFailing.failingEndpoints).toEqual([{ ...failing, since: expect.any(String) }])
    receiver.behave((_callback, response) => response.writeHead(200).end())
    await paying.pay()
    await expect.poll(async () => (await overview(query)).callbacks.delivered).toBeGreaterThan(0)
    const { callbacks } = await overview(query)
    expect(callbacks).toMatchObject({ failed: 9, dead: 1, pending: 0 })
    expect(callbacks.p50Ms).toBeGreaterThan(0)
    expect(callbacks.p95Ms).toBeGreaterThanOrEqual(callbacks.p50Ms)
    expect(callbacks.series.at(-1)).toMatchObject({ delivered: callbacks.delivered, failed: 9 })

    await paying.service.db`
      update processor_accounts set charges_enabled = false, disabled_reason = 'rejected.fraud'
      where merchant_id = ${merchant.merchantId}`
    const { attention } = await overview()
    expect(attention.failingEndpoints).toEqual([])
    expect(attention.stuckMerchants).toEqual([
      {
        merchantId: merchant.merchantId,
        name: 'Broken Shop',
        processor: 'sandbox',
        onboardingStatus: 'restricted',
        restriction: 'rejected.fraud',
        stoppedAt: null,
        since: (await admin('GET', `/merchants/${merchant.merchantId}`)).body.accounts[0].updatedAt,
        requirements: [],
      },
    ])
    expect(attention).toMatchObject({ openOperations: 0, unreadEvents: 0 })
  })

  it('names merchants whose onboarding is stuck, with the missing items, after a day without progress', async () => {
    const { merchantId } = await paying.addMerchant({ name: 'Stuck Shop' })
    const stuck = async () => (await overview(`?merchantId=${merchantId}`)).attention.stuckMerchants
    const set = (charges: boolean, due: string[], hoursAgo: number) => paying.service.db`
      update processor_accounts set charges_enabled = ${charges}, payouts_enabled = false, details_submitted = ${charges},
        currently_due = ${due}, updated_at = now() - make_interval(hours => ${hoursAgo})
      where merchant_id = ${merchantId}`
    expect(await stuck()).toEqual([])
    const due = ['external_account', 'tos_acceptance.date', 'tos_acceptance.ip', 'business_profile.url']
    const requirements = [
      'Bank account for payouts',
      'Acceptance of the terms',
      'Business profile: web address',
    ]
    const account = {
      processor: 'sandbox',
      restriction: null,
      stoppedAt: null,
      since: expect.any(String),
      requirements,
    }
    const item = { merchantId, name: 'Stuck Shop', ...account }
    await set(false, due, 1)
    expect(await stuck()).toEqual([])
    await set(false, due, 25)
    const listed = await stuck()
    expect(listed).toEqual([{ ...item, onboardingStatus: 'pending' }])
    const { db } = paying.service
    const update = async (change: Partial<AccountSnapshot>) => {
      const known = existing(await findAccount(db, merchantId as MerchantId, 'sandbox'), 'account')
      expect(
        await updateAccount(db, merchantId as MerchantId, known, { ...known, ...change }, new Date()),
      ).toBe(true)
    }
    await update({})
    expect(await stuck()).toEqual(listed)
    await update({ currentlyDue: due.slice(1) })
    expect(await stuck()).toEqual([])
    await set(true, due, 1)
    expect(await stuck()).toEqual([{ ...item, onboardingStatus: 'charges_only' }])
    // the processor is checking the details, so the merchant needs no help
    await set(true, [], 25)
    expect(await stuck()).toEqual([])
    await update({ chargesEnabled: false })
    const [stopped] = await stuck()
    expect(stopped).toMatchObject({
      onboardingStatus: 'pending',
      restriction: 'unknown',
      stoppedAt: expect.any(String),
    })
    await update({ disabledReason: 'under_review' })
    const { since, ...named } = (await stuck())[0]
    expect(named).toMatchObject({ restriction: 'under_review', stoppedAt: stopped.stoppedAt })
    expect(Date.parse(since)).toBeGreaterThan(Date.parse(named.stoppedAt))
    const { body } = await admin('GET', `/failing?limit=100`)
    expect(body.data).toContainEqual(expect.objectContaining({ merchantId, since: stopped.stoppedAt }))
    await update({ chargesEnabled: true, disabledReason: null })
    expect(await stuck()).toEqual([])
  })

  it('names suspended merchants, with time, operator and reason', async () => {
    const { merchantId } = await paying.addMerchant({ name: 'Suspended Shop' })
    const suspended = async () => (await overview(`?merchantId=${merchantId}`)).attention.suspendedMerchants
    expect(await suspended()).toEqual([])
    for (const note of ['an earlier time', 'chargebacks']) {
      await admin('POST', `/merchants/${merchantId}/resume`, {})
      const headers = { 'svc-actor': note }
      await paying.service.call('POST', `/admin/v1/merchants/${merchantId}/suspend`, {
        operator: true,
        body: {},
        headers,
      })
    }
    const [entry] = (await admin('GET', `/audit?merchantId=${merchantId}&action=merchant.suspend`)).body.data
    const item = { merchantId, name: 'Suspended Shop', since: entry.at, by: 'owner', note: 'chargebacks' }
    expect(await suspended()).toEqual([item])
    expect((await overview()).attention.suspendedMerchants).toEqual([item])
    await admin('POST', `/merchants/${merchantId}/resume`, {})
    expect(await suspended()).toEqual([])
  })

  it('names merchants whose account is disabled, with time, operator and reason', async () => {
    const { merchantId } = await paying.addMerchant({ name: 'Disabled Shop' })
    const disabled = async () => (await overview(`?merchantId=${merchantId}`)).attention.disabledMerchants
    expect(await disabled()).toEqual([])
    const set = (disabled: boolean) =>
      paying.service.call('PATCH', `/admin/v1/merchants/${merchantId}/account`, {
        operator: true,
        body: { disabled },
        headers: { 'svc-actor': 'moving to another processor' },
      })
    await set(true)
    const [entry] = (await admin('GET', `/audit?merchantId=${merchantId}&action=merchant.account-disable`))
      .body.data
    const item = { merchantId, name: 'Disabled Shop', since: entry.at, by: 'owner', note: entry.note }
    expect(entry.note).toBe('moving to another processor')
    expect(await disabled()).toEqual([item])
    expect((await overview()).attention.disabledMerchants).toEqual([item])
    await admin('POST', `/merchants/${merchantId}/suspend`, {})
    expect(await disabled()).toEqual([])
    await admin('POST', `/merchants/${merchantId}/resume`, {})
    await set(false)
    expect(await disabled()).toEqual([])
  })

  it('counts the callbacks listed from the start of its period', async () => {
    const { merchantId } = await paying.addMerchant()
    const { db } = paying.service
    for (const [state, daysAgo] of [
      ['delivered', 1],
      ['delivered', 40],
      ['dead', 2],
      ['dead', 50],
    ] as const) {
      const at = new Date(Date.now() - daysAgo * 86_400_000)
      await db`
        insert into deliveries (merchant_id, delivery_id, processor, event_id, type, state, attempts, created_at, updated_at)
        values (${merchantId}, ${deliveryIdAt(at, newDeliveryId())}, 'sandbox', ${`evt_${daysAgo}`},
          'payment_intent.succeeded', ${state}, 1, ${at}, now())`
    }
    const ofWeek = { merchantId, from: new Date(Date.now() - 7 * 86_400_000).toISOString() }
    const week = () => overview(`?${new URLSearchParams(ofWeek)}`)
    await expect.poll(async () => (await week()).callbacks).toMatchObject({ delivered: 1, dead: 1 })
    const { from } = await week()
    for (const state of ['delivered', 'dead']) {
      const listed = async (query: object) =>
        (await admin('GET', `/deliveries?${new URLSearchParams({ merchantId, state, ...query })}`)).body
      expect((await listed({ createdFrom: from })).data).toHaveLength(1)
      expect((await listed({})).data).toHaveLength(2)
    }
    const query = new URLSearchParams({ createdFrom: '9999-12-31T23:59:59-01:00' })
    expectProblem(await admin('GET', `/deliveries?${query}`), 'invalid_request')
  })

  it('names open disputes', async () => {
    const merchant = await paying.addMerchant()
    paying.merchant = merchant
    const { id } = await paying.pay({ amountCents: 4000 }, 'pm_card_createDispute')
    const { merchantId } = merchant
    const disputes = async () => (await overview(`?merchantId=${merchantId}`)).attention.disputes
    await expect
      .poll(disputes)
      .toMatchObject([{ svcPaymentId: id, merchantId, amountCents: 4000, currency: 'usd' }])
    const [{ dueBy }] = await disputes()
    const [held] = (await paying.stripe.disputes.list({}, { stripeAccount: merchant.accountId })).data
    expect(Date.parse(dueBy) / 1000).toBe(held?.evidence_details.due_by)
    await expect.poll(async () => (await usd(`?merchantId=${merchantId}`)).disputedCents).toBe(4000)
  })

  it('has the last check of the ledger', async () => {
    expect((await overview()).attention.lastLedgerCheck).toBeNull()
    const { status, body } = await admin('POST', '/ledger/verify')
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, problems: [], checked: expect.any(Number) })
    const { problems: _, ...result } = body
    expect((await overview()).attention.lastLedgerCheck).toEqual(result)
    const { body: log } = await admin('GET', '/audit?limit=1')
    expect(log.data[0]).toMatchObject({ actor: 'owner', action: 'ledger.verify', detail: { ok: true } })
  })

  it('names the differences in the ledger', async () => {
    const { id } = await paying.pay({ amountCents: 4000 })
    await expect.poll(async () => (await paying.get(`/payments/${id}`)).body.status).toBe('succeeded')
    const change = (cents: number) =>
      paying.service.db`update payments set fee_cents = fee_cents + ${cents} where payment_id = ${id}`
    await change(1)
    const { body } = await admin('POST', '/ledger/verify')
    await change(-1)
    expect(body).toMatchObject({
      ok: false,
      problems: [
        {
          svcPaymentId: id,
          currency: 'usd',
          what: 'kept as platform fee',
          paymentCents: 41,
          ledgerCents: 40,
        },
      ],
    })
    expect((await overview()).attention.lastLedgerCheck).toMatchObject({ at: body.at, ok: false })
  })

  it.each([
    '?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
    '?from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
    '?from=yesterday',
    '?unknown=1',
  ])('is refused for %s', async query => {
    expectProblem(await admin('GET', `/overview${query}`), 'invalid_request')
  })

  it('does not exist for an unknown merchant', async () => {
    expectProblem(await admin('GET', '/overview?merchantId=mer_x'), 'not_found')
  })
})

describe('a percentile', () => {
  const counts = (at: Record<number, number>) =>
    Array.from({ length: latencyBoundsMs.length + 1 }, (_, i) => at[i] ?? 0)

  it.each([
    [{}, 0.5, null],
    [{ 0: 10 }, 0.5, 1],
    [{ 7: 100 }, 0.5, 88],
    [{ 7: 90, 13: 10 }, 0.95, 875],
    [{ 20: 1 }, 0.95, 10_000],
  ])('of %j at %d is %s', (at, share, expected) => expect(percentile(counts(at), share)).toBe(expected))
})
