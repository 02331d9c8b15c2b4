import { describe, expect, it } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { type TestService, useService } from '../support/service.ts'

const path = '/v1/onboarding/status'

async function burst(service: TestService, key: string, requests: number) {
  return await Promise.all(Array.from({ length: requests }, () => service.call('GET', path, { key })))
}

describe('a limit of three requests a second', () => {
  const service = useService({ env: { SVC_RATE_LIMIT_PER_SECOND: '3' } })

  it('refuses requests over it and says when to retry, which then works', async () => {
    const { apiKey } = await service.createMerchant()
    const startedAt = performance.now()
    const answers = await burst(service, apiKey, 30)
    const windows = 2 + Math.floor((performance.now() - startedAt) / 1000)
    const allowed = answers.filter(({ status }) => status === 200)
    const [refused] = answers.filter(({ status }) => status !== 200)
    // A burst may meet the end of one window and the start of the next, and take longer than one.
    expect(allowed.length).toBeGreaterThanOrEqual(3)
    expect(allowed.length).toBeLessThanOrEqual(3 * windows)
    if (!refused) throw new Error('nothing was refused')
    expectProblem(refused, 'too_many_requests')
    expect(refused.headers.get('retry-after')).toBe('1')
    const again = async () => (await service.call('GET', path, { key: apiKey })).status
    await expect.poll(again, { interval: 250 }).toBe(200)
  })

  it('is counted per key', async () => {
    const spent = await service.createMerchant()
    const other = await service.createMerchant()
    const second = await service.admin('POST', `/merchants/${spent.merchantId}/keys`)
    await burst(service, spent.apiKey, 12)
    for (const key of [other.apiKey, second.body.apiKey]) {
      expect((await service.call('GET', path, { key })).status).toBe(200)
    }
  })

  it('does not count operators and probes', async () => {
    const calls = Array.from({ length: 8 }, () => [
      service.admin('GET', '/merchants'),
      service.call('GET', '/healthz'),
    ])
    const answers = await Promise.all(calls.flat())
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('does not tell a wrong key from a spent one', async () => {
    const { apiKey } = await service.createMerchant()
    await burst(service, apiKey, 12)
    const wrong = `${apiKey.slice(0, -48)}${'0'.repeat(48)}`
    expectProblem(await service.call('GET', path, { key: wrong }), 'unauthorized')
  })
})

describe('a limit of 0', () => {
  const service = useService({ env: { SVC_RATE_LIMIT_PER_SECOND: '0' } })

  it('is no limit', async () => {
    const { apiKey } = await service.createMerchant()
    const answers = await burst(service, apiKey, 60)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
