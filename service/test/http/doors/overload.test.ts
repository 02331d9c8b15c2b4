import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type DoorLimits, fixedLimits } from '../../../src/http/doors/limits.ts'
import { useElapsedTime } from '../../support/elapsed-time.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { startService, type TestService } from '../../support/service.ts'
import { databaseForHeld, holdPayments, roomForHeld } from './held-payments.ts'

/** While time is stopped, requests in line have no waiting time, even if a busy machine fills the line slowly. */
const time = useElapsedTime()
afterEach(time.run)

const two = { min: 2, start: 2, max: 2 }
const waitingAtMost = (maxWaitMs: number) => ({
  concurrency: two,
  doors: { ...fixedLimits.doors, merchants: { ...fixedLimits.doors.merchants, maxWaitMs } },
})
/** As soon as one request waits, the next would wait too long. */
const shortLine = { ...waitingAtMost(0), pace: { waitingMs: 1, starts: 0, pauseMs: 0 } }

async function serviceWith(doorLimits: Partial<DoorLimits>): Promise<TestService> {
  const service = await startService(await databaseForHeld(), { doorLimits, env: roomForHeld })
  onTestFinished(service.stop)
  return service
}

async function requestsThat(service: TestService, state: string): Promise<number> {
  const { text } = await service.call('GET', '/metrics', { operator: true })
  return Number(new RegExp(`svcpay_http_requests{door="merchants",state="${state}"} (\\d+)`).exec(text)?.[1])
}

describe('a full door', () => {
  it('refuses with 503 and Retry-After, while the other doors and the probes answer', async () => {
    const service = await serviceWith(shortLine)
    const { apiKey } = await service.createMerchant()
    const list = () => service.call('GET', '/v1/payments', { key: apiKey })
    const payments = await holdPayments(service)
    // One after the other, so that none has to wait.
    const inFlight = [list()]
    await payments.waitedFor(1)
    inFlight.push(list())
    await payments.waitedFor(2)
    time.stop()
    inFlight.push(list())
    await expect.poll(() => requestsThat(service, 'waiting')).toBe(1)
    time.advance(100)

    const refused = await service.call('GET', '/v1/payments?orderRef=x', { key: apiKey })
    expectProblem(refused, 'unavailable', { instance: '/v1/payments' })
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]$/)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const own = await service.call('POST', '/v1/payments/intents', {
      body: { amountCents: 5000 },
      headers: { 'x-correlation-id': 'my-own-trace-id' },
    })
    expectProblem(own, 'unavailable', { traceId: 'my-own-trace-id' })

    expect((await service.call('GET', '/healthz')).status).toBe(200)
    const { status, text } = await service.call('GET', '/metrics', { operator: true })
    expect(status).toBe(200)
    expect(text).toContain('svcpay_http_refused_total{door="merchants",reason="overloaded"} 2')
    expect(text).toContain('svcpay_http_requests{door="merchants",state="working"} 2')
    expect((await service.admin('GET', '/merchants')).status).toBe(200)
    expectProblem(await service.call('POST', '/webhooks/processor', { body: {} }), 'unauthorized')

    await payments.release()
    for (const answer of await Promise.all(inFlight)) expect(answer.status).toBe(200)
    expect((await list()).status).toBe(200)
  })

  it('makes the instance unready if it lets no request in for some time', async () => {
    const service = await serviceWith(shortLine)
    const { apiKey } = await service.createMerchant()
    const list = () => service.call('GET', '/v1/payments', { key: apiKey })
    const ready = async () => (await service.call('GET', '/readyz')).status
    await expect.poll(ready).toBe(200)
    const payments = await holdPayments(service)
    const inFlight = [list(), list(), list()]
    await payments.waitedFor(2)
    await expect
      .poll(async () => {
        inFlight.push(list())
        return (await service.call('GET', '/readyz')).body
      })
      .toMatchObject({ status: 503, detail: expect.stringMatching(/overloaded/) })
    await payments.release()
    await Promise.all(inFlight)
    await list()
    await expect.poll(ready).toBe(200)
  })

  it('lets requests wait a little first', async () => {
    const service = await serviceWith({ concurrency: two })
    const { apiKey } = await service.createMerchant()
    time.stop()
    const payments = await holdPayments(service)
    const list = () => service.call('GET', '/v1/payments', { key: apiKey })
    const inFlight = Array.from({ length: 12 }, list)
    await payments.waitedFor(2)
    await payments.release()
    for (const answer of await Promise.all(inFlight)) expect(answer.status).toBe(200)
  })

  it('does no work for a caller that has left the line', async () => {
    const service = await serviceWith({ concurrency: two })
    const { apiKey } = await service.createMerchant()
    time.stop()
    const payments = await holdPayments(service)
    const list = () => service.call('GET', '/v1/payments', { key: apiKey })
    const inFlight = [list(), list()]
    await payments.waitedFor(2)
    const leaving = new AbortController()
    const left = fetch(`${service.url}/v1/onboarding/status`, { signal: leaving.signal }).catch(() => 'left')
    await expect.poll(() => requestsThat(service, 'waiting')).toBe(1)
    leaving.abort()
    expect(await left).toBe('left')
    await payments.release()
    await Promise.all(inFlight)
    expect(await requestsThat(service, 'waiting')).toBe(0)
    expect(service.logged.join('')).not.toContain('/v1/onboarding/status')
  })

  it('gets its room back if a caller leaves while being served', async () => {
    const service = await serviceWith({ concurrency: two })
    const { apiKey } = await service.createMerchant()
    time.stop()
    const payments = await holdPayments(service)
    const leaving = new AbortController()
    const ask = () =>
      fetch(`${service.url}/v1/payments`, { signal: leaving.signal, headers: { 'x-api-key': apiKey } }).catch(
        () => 'left',
      )
    const left = [ask(), ask()]
    await payments.waitedFor(2)
    leaving.abort()
    expect(await Promise.all(left)).toEqual(['left', 'left'])
    expect(await requestsThat(service, 'working')).toBe(2)
    await payments.release()
    await expect.poll(() => requestsThat(service, 'working')).toBe(0)
  })
})

it('merchants take turns, and a forged key takes none of its owner’s turns', async () => {
  const service = await serviceWith({ concurrency: two })
  const [flood, other] = [await service.createMerchant(), await service.createMerchant()]
  const answered: string[] = []
  const list = async (who: string, key: string) => {
    const { status } = await service.call('GET', '/v1/payments', { key })
    answered.push(who)
    return status
  }
  const made = `${other.apiKey.slice(0, -48)}${'0'.repeat(48)}`
  await Promise.all([list('flood', flood.apiKey), list('other', other.apiKey)])
  time.stop()
  const payments = await holdPayments(service)
  const inFlight = [list('flood', flood.apiKey), list('flood', flood.apiKey)]
  await payments.waitedFor(2)
  const waiting = async (count: number) => expect.poll(() => requestsThat(service, 'waiting')).toBe(count)
  for (let i = 0; i < 20; i++) inFlight.push(list('flood', flood.apiKey), list('made up', made))
  await waiting(40)
  answered.length = 0
  inFlight.push(list('other', other.apiKey))
  await waiting(41)
  await payments.release()
  expect(new Set(await Promise.all(inFlight))).toEqual(new Set([200, 401]))
  expect(answered.indexOf('other')).toBeLessThan(10)
})

it('one merchant’s requests in flight are limited, and others’ are not affected', async () => {
  const service = await serviceWith({ inFlightPerMerchant: 1 })
  const [busy, other] = [await service.createMerchant(), await service.createMerchant()]
  const list = (key: string) => service.call('GET', '/v1/payments', { key })
  const payments = await holdPayments(service)
  const first = list(busy.apiKey)
  await payments.waitedFor(1)
  const second = await list(busy.apiKey)
  expectProblem(second, 'too_many_requests', { detail: 'At most 1 requests can be in progress at a time.' })
  expect(second.headers.get('retry-after')).toMatch(/^[1-9]$/)
  const others = list(other.apiKey)
  await payments.waitedFor(2)
  await payments.release()
  expect([(await first).status, (await others).status]).toEqual([200, 200])
  await expect.poll(async () => (await list(busy.apiKey)).status).toBe(200)
})
