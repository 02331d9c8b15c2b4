import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { useService } from '../support/service.ts'

const service = useService()
const path = '/v1/onboarding/status'
const listed = ['keyId', 'label', 'hint', 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt', 'endedBy']

const keysOf = (merchantId: string) => `/merchants/${merchantId}/keys`

describe('an issued key', () => {
  it('is in the answer once, with all the properties that lists show', async () => {
    const { merchantId } = await service.createMerchant()
    const { status, body } = await service.admin('POST', keysOf(merchantId), { label: 'checkout' })
    expect(status).toBe(201)
    expect(Object.keys(body).sort()).toEqual([...listed, 'apiKey'].sort())
    expect(body).toMatchObject({
      keyId: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      apiKey: expect.stringMatching(/^svc_live_[0-9a-z]{26}_[0-9a-f]{48}$/),
      label: 'checkout',
      hint: body.apiKey.slice(-4),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    })
  })

  it('works at once beside other keys, in either header', async () => {
    const { merchantId, apiKey } = await service.createMerchant()
    const { body } = await service.admin('POST', keysOf(merchantId))
    for (const key of [apiKey, body.apiKey]) {
      for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
        const { status, body } = await service.call('GET', path, { headers })
        expect(status).toBe(200)
        expect(body).toEqual({
          processorAccountId: null,
          onboardingStatus: 'not_started',
          chargesEnabled: false,
          payoutsEnabled: false,
          requirements: null,
        })
      }
    }
  })

  it.each([{ label: 5 }, { label: 'x'.repeat(101) }, { label: 'a\nb' }, { labl: 'x' }, []])(
    'cannot be issued from %j',
    async input => {
      const { merchantId } = await service.createMerchant()
      expectProblem(await service.admin('POST', keysOf(merchantId), input), 'invalid_request')
      expect((await service.admin('GET', keysOf(merchantId))).body.data).toHaveLength(1)
    },
  )

  it('needs a merchant', async () => {
    expectProblem(await service.admin('POST', keysOf('mer_nope')), 'not_found')
  })
})

describe('the list of keys', () => {
  it('shows exactly the documented fields, never the key', async () => {
    const { merchantId, apiKey } = await service.createMerchant()
    const { body, text } = await service.admin('GET', keysOf(merchantId))
    expect(Object.keys(body.data[0])).toEqual(listed)
    expect(text).not.toContain(apiKey.split('_').at(-1))
  })

  it('shows when a key was last used', async () => {
    const { merchantId, apiKey } = await service.createMerchant()
    const lastUsedAt = async () => (await service.admin('GET', keysOf(merchantId))).body.data[0].lastUsedAt
    expect(await lastUsedAt()).toBeNull()
    const before = Date.now()
    await service.call('GET', path, { key: apiKey })
    await expect.poll(lastUsedAt).not.toBeNull()
    expect(Date.parse(await lastUsedAt())).toBeGreaterThanOrEqual(before)
    expect(Date.parse(await lastUsedAt())).toBeLessThanOrEqual(Date.now())
  })

  it('is paged, newest first, and holds one merchant’s keys only', async () => {
    const { merchantId } = await service.createMerchant()
    await service.createMerchant()
    const issued: string[] = []
    for (let i = 0; i < 3; i++) issued.unshift((await service.admin('POST', keysOf(merchantId))).body.keyId)
    const first = (await service.admin('GET', `${keysOf(merchantId)}?limit=3`)).body
    const second = (await service.admin('GET', `${keysOf(merchantId)}?limit=3&cursor=${first.nextCursor}`))
      .body
    expect(first.data.map((key: { keyId: string }) => key.keyId)).toEqual(issued)
    expect(second.data).toHaveLength(1)
    expect(second.nextCursor).toBeNull()
  })

  it('needs a merchant', async () => {
    expectProblem(await service.admin('GET', keysOf('mer_nope')), 'not_found')
  })
})

describe('another merchant’s key', () => {
  it('is neither rotated nor revoked under the wrong merchant', async () => {
    const owner = await service.createMerchant()
    const other = await service.createMerchant()
    const [{ keyId }] = (await service.admin('GET', keysOf(owner.merchantId))).body.data
    const foreign = `${keysOf(other.merchantId)}/${keyId}`
    expectProblem(await service.admin('POST', `${foreign}/rotate`), 'not_found')
    expectProblem(await service.admin('DELETE', foreign), 'not_found')
    expect((await service.call('GET', path, { key: owner.apiKey })).status).toBe(200)
    expect((await service.admin('GET', keysOf(owner.merchantId))).body.data[0].expiresAt).toBeNull()
  })
})

describe('a stored key', () => {
  it('is a digest with a salt of its own; nothing in the database reveals the key', async () => {
    const { apiKey } = await service.createMerchant()
    await service.createMerchant()
    await service.call('GET', path, { key: apiKey })
    const rows = await service.db`select salt, digest from api_keys`
    expect(rows.length).toBeGreaterThan(1)
    for (const column of ['salt', 'digest']) {
      expect(new Set(rows.map(row => row[column].toString('hex'))).size).toBe(rows.length)
    }
    const secret = apiKey.split('_').at(-1) ?? ''
    const tables = ['api_keys', 'merchants', 'audit_log', 'callback_secrets']
    for (const table of tables) {
      const [row] = await service.db`select json_agg(t)::text as content from ${service.db(table)} t`
      expect(row?.content).not.toContain(secret)
      expect(row?.content).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})
