import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { asDb } from '../../src/db/db.ts'
import { createAuthenticator } from '../../src/merchants/authenticate.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { lastAllowedMs } from '../support/last-allowed.ts'
import { manualClock } from '../support/manual-clock.ts'
import { startService, type TestService, useService } from '../support/service.ts'

const service = useService()
let other: TestService

beforeAll(async () => {
  other = await startService(service.config.databaseUrl)
})
afterAll(() => other.stop())

const settings = {
  defaultFees: { bps: 0, fixedCents: 0 },
  processors: new Map(),
  defaultProcessor: 'stripe',
}

const status = async (on: TestService, key: string) =>
  (await on.call('GET', '/v1/onboarding/status', { key })).status

async function merchantWithKey() {
  const { merchantId, apiKey } = await service.createMerchant()
  const keys = `/merchants/${merchantId}/keys`
  const [{ keyId }] = (await service.admin('GET', keys)).body.data
  return { apiKey, keys, key: `${keys}/${keyId}` }
}

describe('revoking a key', () => {
  it('answers 204 without a body, and the key is refused from then on', async () => {
    const { apiKey, key, keys } = await merchantWithKey()
    expect(await status(service, apiKey)).toBe(200)
    const revoked = await service.admin('DELETE', key)
    expect([revoked.status, revoked.text]).toEqual([204, ''])
    expect(await status(service, apiKey)).toBe(401)
    const [listed] = (await service.admin('GET', keys)).body.data
    expect(Date.parse(listed.revokedAt)).toBeLessThanOrEqual(Date.now())
  })

  it('reaches every instance within a second, even one that has just accepted the key', async () => {
    const { apiKey, key } = await merchantWithKey()
    expect(await status(other, apiKey)).toBe(200)
    await service.admin('DELETE', key)
    const ask = () => other.call('GET', '/v1/onboarding/status', { key: apiKey })
    expect(await lastAllowedMs(ask, 401)).toBeLessThan(1000)
    expect(await status(other, apiKey)).toBe(401)
  })

  it('reaches an instance that is kept busy with the key', async () => {
    const { apiKey, key } = await merchantWithKey()
    let lastAllowed = 0
    let refused = false
    const customer = async () => {
      while (!refused) {
        const asked = Date.now()
        if ((await status(other, apiKey)) === 200) lastAllowed = Math.max(lastAllowed, asked)
        else refused = true
      }
    }
    const customers = [customer(), customer(), customer()]
    await expect.poll(() => lastAllowed).toBeGreaterThan(0)
    await service.admin('DELETE', key)
    const revokedAt = Date.now()
    await Promise.all(customers)
    expect(lastAllowed - revokedAt).toBeLessThan(1000)
  })

  it('is not delayed by a slow look-up', async () => {
    const { apiKey, key } = await merchantWithKey()
    const clock = manualClock()
    let delay = 0
    const takeLong = () => {
      clock.advance(delay)
      delay = 0
    }
    const slowDb = asDb(
      postgres(service.config.databaseUrl, { max: 1, transform: postgres.camel, debug: takeLong }),
    )
    onTestFinished(() => slowDb.end())
    await slowDb`select array[1]`
    delay = 0.6
    const elsewhere = createAuthenticator({ ...settings, db: slowDb, clock })
    expect(await elsewhere.authenticate(apiKey)).not.toBeNull()
    await service.admin('DELETE', key)
    expect(await elsewhere.authenticate(apiKey)).toBeNull()
  })

  it('is not delayed by a clock that goes back', async () => {
    const { apiKey, key } = await merchantWithKey()
    const clock = manualClock()
    const elsewhere = createAuthenticator({ ...settings, db: service.db, clock })
    expect(await elsewhere.authenticate(apiKey)).not.toBeNull()
    clock.advance(-3600)
    await service.admin('DELETE', key)
    clock.advance(1)
    expect(await elsewhere.authenticate(apiKey)).toBeNull()
  })

  it('a second time changes nothing and is not an error', async () => {
    const { key, keys } = await merchantWithKey()
    await service.admin('DELETE', key)
    const [first] = (await service.admin('GET', keys)).body.data
    expect((await service.admin('DELETE', key)).status).toBe(204)
    const [second] = (await service.admin('GET', keys)).body.data
    expect(second).toEqual(first)
  })

  it('leaves the merchant’s other keys alone', async () => {
    const { apiKey, key, keys } = await merchantWithKey()
    const { body } = await service.admin('POST', keys)
    await service.admin('DELETE', key)
    expect([await status(service, apiKey), await status(service, body.apiKey)]).toEqual([401, 200])
  })

  it('is listed with the operator who did it, as a rotation is', async () => {
    const { key, keys } = await merchantWithKey()
    const endedBy = async () =>
      (await service.admin('GET', keys)).body.data.map((one: { endedBy: string | null }) => one.endedBy)
    expect(await endedBy()).toEqual([null])
    await service.admin('POST', `${key}/rotate`, { graceSeconds: 3600 })
    expect(await endedBy()).toEqual([null, 'owner'])
    const { body } = await service.admin('POST', '/operators', { name: 'Ana', role: 'admin' })
    const headers = { authorization: `Bearer ${body.token}` }
    await service.call('DELETE', `/admin/v1${key}`, { headers })
    expect(await endedBy()).toEqual([null, 'Ana'])
  })

  it('ends the grace of a rotated key', async () => {
    const { apiKey, key } = await merchantWithKey()
    await service.admin('POST', `${key}/rotate`, { graceSeconds: 3600 })
    expect(await status(service, apiKey)).toBe(200)
    await service.admin('DELETE', key)
    expect(await status(service, apiKey)).toBe(401)
  })

  it('needs a key', async () => {
    const { keys } = await merchantWithKey()
    expectProblem(await service.admin('DELETE', `${keys}/key_nope`), 'not_found')
  })
})
