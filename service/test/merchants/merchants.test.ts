import { describe, expect, it } from 'vitest'
import { useService } from '../support/service.ts'

const service = useService({ env: { SVC_FEE_BPS: '120', SVC_FEE_FIXED_CENTS: '5' } })

describe('creating a merchant', () => {
  it('answers 201 with the merchant, its key and its signing secret', async () => {
    const { status, body } = await service.admin('POST', '/merchants', {
      name: 'Corner Bakery',
      feeBps: 250,
      feeFixedCents: 30,
      callbackUrl: 'https://bakery.example/callbacks',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      merchantId: expect.stringMatching(/^mer_[0-9a-z]{26}$/),
      name: 'Corner Bakery',
      feeBps: 250,
      feeFixedCents: 30,
      callbackUrl: 'https://bakery.example/callbacks',
      processor: 'stripe',
      nextProcessor: null,
      processorAccountId: null,
      accounts: [],
      onboardingStatus: 'not_started',
      suspended: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      apiKey: expect.stringMatching(/^svc_live_[0-9a-z]{26}_[0-9a-f]{48}$/),
      callbackSigningSecret: expect.stringMatching(/^whsec_[\w-]{43}$/),
    })
  })

  it('falls back to the platform’s fee policy', async () => {
    const { body } = await service.admin('POST', '/merchants', { name: 'Plain' })
    expect(body).toMatchObject({ feeBps: 120, feeFixedCents: 5, callbackUrl: null })
  })

  it('never shows the key or the secret again', async () => {
    const { merchantId, apiKey, callbackSigningSecret } = await service.createMerchant()
    const answers = await Promise.all([
      service.admin('GET', `/merchants/${merchantId}`),
      service.admin('GET', '/merchants?limit=100'),
      service.admin('GET', `/merchants/${merchantId}/keys`),
      service.admin('GET', '/audit?limit=100'),
    ])
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toContain(apiKey)
      expect(text).not.toContain(apiKey.split('_').at(-1))
      expect(text).not.toContain(callbackSigningSecret)
    }
  })
})

describe('bad input', () => {
  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: 'x', feeBps: '100' }, 'feeBps'],
    [{ name: 'x', feeBps: -1 }, 'feeBps'],
    [{ name: 'x', feeBps: 10_001 }, 'feeBps'],
    [{ name: 'x', feeBps: 1.5 }, 'feeBps'],
    [{ name: 'x', feeFixedCents: 5_000_001 }, 'feeFixedCents'],
    [{ name: 'x', callbackUrl: 'not a url' }, 'callbackUrl'],
    [{ name: 'x', callbackUrl: 'ftp://a.example' }, 'callbackUrl'],
    [{ name: 'x', callbackUrl: 'https://user:pass@a.example' }, 'callbackUrl'],
    [{ name: 'x', feeBsp: 100 }, 'feeBsp'],
  ])('%j is refused for %s and creates nothing', async (input, path) => {
    const before = await service.db`select count(*) from merchants`
    const { status, body } = await service.admin('POST', '/merchants', input)
    expect(status).toBe(400)
    expect(body).toMatchObject({ title: 'Invalid request', code: 'invalid_request' })
    expect(body.errors.map((error: { path: string }) => error.path)).toContain(path)
    expect(await service.db`select count(*) from merchants`).toEqual(before)
  })
})

describe('changing a merchant', () => {
  it('changes the given fields, keeps the rest, and returns to the default with null', async () => {
    const { merchantId } = await service.createMerchant({ name: 'Old', feeBps: 300 })
    const named = await service.admin('PATCH', `/merchants/${merchantId}`, { name: 'New' })
    expect(named.body).toMatchObject({ name: 'New', feeBps: 300, feeFixedCents: 5 })
    const defaulted = await service.admin('PATCH', `/merchants/${merchantId}`, { feeBps: null })
    expect(defaulted.body).toMatchObject({ name: 'New', feeBps: 120 })
    const read = await service.admin('GET', `/merchants/${merchantId}`)
    expect(read.body).toMatchObject(defaulted.body)
  })

  it('refuses an empty change, an unknown merchant and a field that cannot be changed', async () => {
    const { merchantId } = await service.createMerchant()
    const statuses = await Promise.all([
      service.admin('PATCH', `/merchants/${merchantId}`, {}),
      service.admin('PATCH', '/merchants/mer_nope', { name: 'x' }),
      service.admin('PATCH', `/merchants/${merchantId}`, { merchantId: 'mer_other' }),
    ])
    expect(statuses.map(answer => answer.status)).toEqual([400, 404, 400])
  })
})

describe('listing merchants', () => {
  it('returns all of them page by page, newest first, each once', async () => {
    const created: string[] = []
    for (let i = 0; i < 5; i++) created.unshift((await service.createMerchant()).merchantId)
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await service.admin('GET', `/merchants?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(body.data.length).toBeLessThanOrEqual(2)
      seen.push(...body.data.map((merchant: { merchantId: string }) => merchant.merchantId))
      cursor = body.nextCursor
    } while (cursor)
    expect(seen.slice(0, 5)).toEqual(created)
    expect(new Set(seen).size).toBe(seen.length)
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=garbage', 'page=2'])('refuses ?%s', async query => {
    const { status, body } = await service.admin('GET', `/merchants?${query}`)
    expect(status).toBe(400)
    expect(body.code).toBe('invalid_request')
  })
})
