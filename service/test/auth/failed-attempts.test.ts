import { describe, expect, it, onTestFinished } from 'vitest'
import { networkOf } from '../../src/addresses.ts'
import { failuresPerWindow } from '../../src/auth/failed-attempts.ts'
import { databaseForThisTest } from '../support/database.ts'
import { expectProblem } from '../support/expect-problem.ts'
import { manualClock } from '../support/manual-clock.ts'
import { operatorToken, type ServiceOptions, startService } from '../support/service.ts'

const doors = [
  ['operator token', '/admin/v1/merchants', (token: string) => ({ authorization: `Bearer ${token}` })],
  ['API key', '/v1/payments', (key: string) => ({ 'x-api-key': key })],
] as const

async function serviceForThisTest(options: ServiceOptions = {}) {
  const service = await startService(await databaseForThisTest(), options)
  onTestFinished(service.stop)
  return service
}

describe.each(doors)('a wrong %s', (credential, path, headersWith) => {
  it('is counted, logged with its address and throttled; valid ones from the same address are served', async () => {
    const clock = manualClock()
    const service = await serviceForThisTest({ clock })
    const { apiKey } = await service.createMerchant()
    const guess = (n: number) => `svc_guess_${String(n).padStart(6, '0')}`
    const attempt = (n: number) => service.call('GET', path, { headers: headersWith(guess(n)) })
    const answers = await Promise.all(Array.from({ length: failuresPerWindow + 50 }, (_, n) => attempt(n)))
    const refused = answers.filter(({ status }) => status === 401)
    const throttled = answers.filter(({ status }) => status === 429)
    expect([refused.length, throttled.length]).toEqual([failuresPerWindow, 50])
    for (const answer of throttled) {
      expectProblem(answer, 'too_many_requests')
      expect(answer.headers.get('retry-after')).toBe('60')
    }

    expect((await service.call('GET', '/v1/payments', { key: apiKey })).status).toBe(200)
    expect((await service.admin('GET', '/merchants')).status).toBe(200)
    expectProblem(await service.call('GET', path), 'unauthorized')

    const { text: metrics } = await service.call('GET', '/metrics', { operator: true })
    const counted = (outcome: string) =>
      `svcpay_authentication_failures_total{credential="${credential}",outcome="${outcome}"}`
    expect(metrics).toContain(`${counted('wrong')} ${failuresPerWindow}`)
    expect(metrics).toContain(`${counted('throttled')} 50`)
    expect(metrics).toContain(`${counted('missing')} 1`)

    const lines = service.logged.map(line => JSON.parse(line)).filter(line => line.credential === credential)
    expect(lines).toHaveLength(failuresPerWindow + 1)
    for (const line of lines) expect(line).toMatchObject({ level: 40, address: '127.0.0.1' })
    expect(lines.at(-1).msg).toMatch(/throttled/)
    expect(service.logged.join()).not.toContain('svc_guess')

    clock.advance(61)
    expectProblem(await attempt(0), 'unauthorized')
  })
})

it('a throttled client is also throttled at the other door', async () => {
  const service = await serviceForThisTest()
  const attempt = (n: number) => {
    const [, path, headersWith] = doors[n % 2 === 0 ? 0 : 1]
    return service.call('GET', path, { headers: headersWith(`${operatorToken}${n}`) })
  }
  const answers = await Promise.all(Array.from({ length: failuresPerWindow + 20 }, (_, n) => attempt(n)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
})

describe('addresses', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
