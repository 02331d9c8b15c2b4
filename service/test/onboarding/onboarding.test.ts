import { describe, expect, it } from 'vitest'
import { waitFor } from '../../../vitest.waits.ts'
import { onboardingStatusOf } from '../../src/merchants/onboarding-status.ts'
import { type PayingMerchant, usePaying } from '../support/paying.ts'

const paying = usePaying({ webhooks: true })

async function newMerchant(): Promise<PayingMerchant> {
  const { merchantId, apiKey } = await paying.service.createMerchant()
  return { merchantId, apiKey, accountId: '' }
}

async function onboarding(): Promise<{ merchant: PayingMerchant; account: { processorAccountId: string } }> {
  paying.merchant = await newMerchant()
  const { body } = await paying.post('/onboarding/account', {})
  return { merchant: paying.merchant, account: body }
}

const status = async () => (await paying.get('/onboarding/status')).body
const hosted = (accountId: string, outcome: string) =>
  paying.control(`/accounts/${accountId}/onboarding`, { outcome })
const becomes = (onboardingStatus: string) =>
  waitFor(async () => expect(await status()).toMatchObject({ onboardingStatus }))

describe('before there is an account', () => {
  it('the status is not_started, and a refresh says No connected account', async () => {
    paying.merchant = await newMerchant()
    expect(await status()).toEqual({
      processorAccountId: null,
      onboardingStatus: 'not_started',
      chargesEnabled: false,
      payoutsEnabled: false,
      requirements: null,
    })
    for (const path of ['/onboarding/refresh', '/onboarding/link']) {
      const body = path.endsWith('link')
        ? { returnUrl: 'https://a.example', refreshUrl: 'https://b.example' }
        : {}
      const answer = await paying.post(path, body)
      expect([answer.status, answer.body.title]).toEqual([400, 'No connected account'])
    }
  })
})

describe('creating the account', () => {
  it('creates a Standard account and lists its requirements', async () => {
    paying.merchant = await newMerchant()
    const { status: code, body } = await paying.post('/onboarding/account', {
      email: 'a@b.example',
      country: 'de',
    })
    expect(code).toBe(200)
    expect(body).toEqual({
      processorAccountId: expect.stringMatching(/^acct_/),
      onboardingStatus: 'pending',
      chargesEnabled: false,
      payoutsEnabled: false,
      requirements: expect.stringContaining(', '),
    })
    const account = await paying.stripe.accounts.retrieve(body.processorAccountId)
    expect(account).toMatchObject({ type: 'standard', email: 'a@b.example', country: 'DE' })
    // The processor's pages show the merchant by name.
    expect(account.business_profile?.name).toEqual(expect.stringMatching(/\S/))
  })

  it('returns the existing one, even for another body', async () => {
    const { account } = await onboarding()
    const again = await paying.post('/onboarding/account', { country: 'FR', email: 'other@b.example' })
    expect(again.body).toEqual(account)
  })

  it('creates one account for many simultaneous requests, on two instances, with different bodies', async () => {
    paying.merchant = await newMerchant()
    const other = await paying.startAnother()
    const count = async () => {
      const accounts = []
      for await (const account of paying.stripe.accounts.list({ limit: 100 })) accounts.push(account.id)
      return accounts.length
    }
    const before = await count()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        (i % 2 ? other : paying.service).call('POST', '/v1/onboarding/account', {
          key: paying.merchant.apiKey,
          body: { email: `m${i}@b.example` },
        }),
      ),
    )
    expect(answers.map(answer => answer.status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
    expect(await count()).toBe(before + 1)
  })

  it('finds the account again if the first answer was lost', async () => {
    paying.merchant = await newMerchant()
    await paying.control('/faults', { operation: 'accounts.create', kind: 'lost' })
    const unknown = await paying.post('/onboarding/account', { email: 'first@b.example' })
    expect(unknown.status).toBe(504)
    await paying.clearFaults()
    const retried = await paying.post('/onboarding/account', { email: 'second@b.example' })
    expect(retried.status).toBe(200)
    const account = await paying.stripe.accounts.retrieve(retried.body.processorAccountId)
    expect(account.email).toBe('first@b.example')
  })

  it.each([[{ email: 'nonsense' }], [{ country: 'USA' }], [{ country: 5 }], [{ mail: 'a@b.example' }]])(
    'refuses %j',
    async body => {
      paying.merchant = await newMerchant()
      expect((await paying.post('/onboarding/account', body)).status).toBe(400)
      expect((await status()).onboardingStatus).toBe('not_started')
    },
  )
})

describe('under an Idempotency-Key', () => {
  it('an account is replayed byte for byte; another body is a conflict', async () => {
    paying.merchant = await newMerchant()
    const headers = { 'idempotency-key': 'onboarding-1' }
    const created = await paying.post('/onboarding/account', { country: 'US' }, headers)
    await hosted(created.body.processorAccountId, 'complete')
    await becomes('enabled')
    const again = await paying.post('/onboarding/account', { country: 'US' }, headers)
    expect(again.text).toBe(created.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await paying.post('/onboarding/account', { country: 'FR' }, headers)
    expect([other.status, other.body.title]).toEqual([409, 'Idempotency conflict'])
  })

  it('a refresh returns the latest state and a link is new, never a replay', async () => {
    const { account } = await onboarding()
    const headers = { 'idempotency-key': 'onboarding-2' }
    const refresh = () => paying.post('/onboarding/refresh', {}, headers)
    await hosted(account.processorAccountId, 'complete')
    expect((await refresh()).body.onboardingStatus).toBe('enabled')
    await hosted(account.processorAccountId, 'reject')
    const later = await refresh()
    expect(later.body.onboardingStatus).toBe('restricted')
    expect(later.headers.get('idempotent-replayed')).toBeNull()
    const urls = { returnUrl: 'https://shop.example/done', refreshUrl: 'https://shop.example/again' }
    const link = async () => (await paying.post('/onboarding/link', urls, headers)).body.url
    expect(await link()).not.toBe(await link())
  })
})

describe('the states of an account', () => {
  it('pending → enabled through the hosted page, kept current by account.updated', async () => {
    const { account } = await onboarding()
    await hosted(account.processorAccountId, 'complete')
    await becomes('enabled')
    expect(await status()).toMatchObject({ chargesEnabled: true, payoutsEnabled: true, requirements: null })
    const seen = await paying.service.admin('GET', `/merchants/${paying.merchant.merchantId}`)
    expect(seen.body).toMatchObject({
      processorAccountId: account.processorAccountId,
      onboardingStatus: 'enabled',
    })
  })

  it('an incomplete one stays pending', async () => {
    const { account } = await onboarding()
    await hosted(account.processorAccountId, 'incomplete')
    const { body } = await paying.post('/onboarding/refresh')
    expect(body.onboardingStatus).toBe('pending')
  })

  it('a rejected one is restricted', async () => {
    const { account } = await onboarding()
    await hosted(account.processorAccountId, 'reject')
    await becomes('restricted')
  })

  it('one that the merchant deauthorized is restricted, even if only a refresh shows it', async () => {
    const { account } = await onboarding()
    await hosted(account.processorAccountId, 'complete')
    await becomes('enabled')
    await paying.control(`/accounts/${account.processorAccountId}/deauthorize`, {})
    await becomes('restricted')
    expect(await status()).toMatchObject({ chargesEnabled: false, payoutsEnabled: false })
    const second = await onboarding()
    await paying.control('/webhooks/pause', {})
    await paying.control(`/accounts/${second.account.processorAccountId}/deauthorize`, {})
    expect((await paying.post('/onboarding/refresh')).body.onboardingStatus).toBe('restricted')
    await paying.control('/webhooks/resume', {})
  })

  it('a reconnected one is enabled by the next refresh', async () => {
    const { account } = await onboarding()
    await hosted(account.processorAccountId, 'complete')
    await becomes('enabled')
    // As if it had been disconnected and reconnected.
    await paying.service.db`
      update processor_accounts set charges_enabled = false, payouts_enabled = false, disabled_reason = 'deauthorized'
      where account_id = ${account.processorAccountId}`
    expect((await status()).onboardingStatus).toBe('restricted')
    expect((await paying.post('/onboarding/refresh')).body.onboardingStatus).toBe('enabled')
  })

  it('charges without payouts is charges_only, with any reason; without charges it is restricted', async () => {
    const { account } = await onboarding()
    const able = { charges_enabled: true, payouts_enabled: false, details_submitted: true, currently_due: [] }
    const late = { disabled_reason: 'requirements.past_due' }
    await paying.control(`/accounts/${account.processorAccountId}`, { ...able, ...late })
    await becomes('charges_only')
    await paying.control(`/accounts/${account.processorAccountId}`, { charges_enabled: false })
    await becomes('restricted')
  })

  it('events out of order lead to the current state', async () => {
    const { account } = await onboarding()
    await paying.control('/webhooks/disruptions', { mode: 'reorder', count: 2, types: ['account.updated'] })
    await hosted(account.processorAccountId, 'incomplete')
    await hosted(account.processorAccountId, 'complete')
    await becomes('enabled')
    await waitFor(async () => {
      const rows = await paying.service.db`
        select 1 from events where account_id = ${account.processorAccountId} and type = 'account.updated'`
      expect(rows).toHaveLength(2)
    })
    expect((await status()).onboardingStatus).toBe('enabled')
  })

  it('a refresh shows changes without an event, and has no requirements field', async () => {
    const { account } = await onboarding()
    await paying.control('/webhooks/pause', {})
    await hosted(account.processorAccountId, 'complete')
    expect((await status()).onboardingStatus).toBe('pending')
    const { body } = await paying.post('/onboarding/refresh')
    expect(body).toEqual({
      processorAccountId: account.processorAccountId,
      onboardingStatus: 'enabled',
      chargesEnabled: true,
      payoutsEnabled: true,
    })
    await paying.control('/webhooks/resume', {})
  })
})

describe('a link', () => {
  it('leads to the processor’s page and expires', async () => {
    await onboarding()
    const { status: code, body } = await paying.post('/onboarding/link', {
      returnUrl: 'https://shop.example/done',
      refreshUrl: 'https://shop.example/again',
    })
    expect(code).toBe(200)
    expect(body).toEqual({ url: expect.stringMatching(/^http/), expiresAt: expect.stringMatching(/Z$/) })
    expect(new Date(body.expiresAt).getTime()).toBeGreaterThan(Date.now())
  })
})

describe('the mapping of an account', () => {
  const account = {
    accountId: 'acct_1',
    chargesEnabled: false,
    payoutsEnabled: false,
    detailsSubmitted: false,
    disabledReason: null,
    pastDue: false,
    currentlyDue: [],
  }
  it.each([
    [null, 'not_started'],
    [account, 'pending'],
    [{ ...account, disabledReason: 'requirements.past_due', pastDue: true }, 'pending'],
    [{ ...account, detailsSubmitted: true }, 'pending'],
    [{ ...account, detailsSubmitted: true, chargesEnabled: true }, 'charges_only'],
    [{ ...account, detailsSubmitted: true, chargesEnabled: true, payoutsEnabled: true }, 'enabled'],
    [{ ...account, detailsSubmitted: true, disabledReason: 'requirements.past_due' }, 'restricted'],
    [{ ...account, detailsSubmitted: true, pastDue: true }, 'restricted'],
    [{ ...account, detailsSubmitted: true, chargesEnabled: true, disabledReason: 'listed' }, 'charges_only'],
    [
      { ...account, detailsSubmitted: true, chargesEnabled: true, payoutsEnabled: true, pastDue: true },
      'enabled',
    ],
    [{ ...account, chargesEnabled: true, disabledReason: 'rejected.fraud' }, 'restricted'],
    [{ ...account, disabledReason: 'rejected.fraud' }, 'restricted'],
  ])('%j is %s', (snapshot, expected) => {
    expect(onboardingStatusOf(snapshot)).toBe(expected)
  })
})
