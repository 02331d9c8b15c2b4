import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { expectProblem } from '../support/expect-problem.ts'
import { type TestService, useService } from '../support/service.ts'

const path = '/v1/onboarding/status'

async function burst(service: TestService, key: string, requests: number) {
  return await Promise.all(Array.from({ length: requests }, () => service.call('GET', path, { key })))
}

describe('a limit of three requests a second', () => {
  const service = useService({ env: { SVC_RATE_LIMIT_PER_SECOND: '3' } })

  it('refuses requests beyond it with a time to retry, which then works', async () => {
    const { apiKey } = await service.createMerchant()
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const answers = await burst(service, apiKey, 30)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      expectProblem(refused, 'too_many_requests')
      expect(refused.headers.get('retry-after')).toBe('1')
    }
    vi.setSystemTime(Date.now() + 1000)
    expect((await service.call('GET', path, { key: apiKey })).status).toBe(200)
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

  it('answers a wrong key like an exhausted one', async () => {
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
