import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { longestWaitMs } from '../../../vitest.waits.ts'
import { databaseForThisTest } from '../support/database.ts'
import { holdMerchant } from '../support/held-row.ts'
import { openSocket, parseAnswer } from '../support/raw-request.ts'
import { send, startService } from '../support/service.ts'

async function requestInFlight() {
  const databaseUrl = await databaseForThisTest()
  const service = await startService(databaseUrl, { role: 'all' })
  const { merchantId } = await service.createMerchant({ name: 'Before' })
  const row = await holdMerchant(databaseUrl, merchantId)
  const path = `/merchants/${merchantId}`
  return { service, row, path, databaseUrl }
}

/** In tests, a stop waits longer than `longestWaitMs` for what is in flight. */
describe('stopping', () => {
  it('serves everything for SVC_STOP_DELAY_MS, while /readyz answers 503 and connections are not kept', async () => {
    const service = await startService(await databaseForThisTest())
    const { apiKey: key, merchantId } = await service.createMerchant()
    const everything = async () => [
      await service.call('GET', '/readyz'),
      await service.call('GET', '/healthz'),
      await service.call('GET', '/v1/payments', { key }),
      await service.admin('PATCH', `/merchants/${merchantId}`, { name: 'After' }),
      await service.call('GET', '/openapi.json'),
    ]
    const measuredFrom = performance.now()
    await everything()
    // long enough for the same calls, even on a busy machine
    const stopDelayMs = Math.ceil(500 + 10 * (performance.now() - measuredFrom))
    service.config.stopDelayMs = stopDelayMs
    const began = performance.now()
    const stopping = service.stop()
    const [readiness, ...served] = await everything()
    expect(readiness?.status).toBe(503)
    for (const { status, headers } of served) {
      expect([status, headers.get('connection')]).toEqual([200, 'close'])
    }
    await stopping
    // timers may be early by less than a millisecond
    expect(performance.now() - began).toBeGreaterThanOrEqual(stopDelayMs - 1)
    await expect(service.call('GET', '/healthz')).rejects.toThrow()
  })

  it('then refuses connections, finishes what is in flight, and ends', async () => {
    const { service, row, path } = await requestInFlight()
    const inFlight = service.admin('PATCH', path, { name: 'After' })
    await row.waitedFor()

    let stopped = false
    const stopping = service.stop().then(() => {
      stopped = true
    })
    const refused = () => openSocket(service.url).then(socket => socket.destroy())
    await expect.poll(() => refused().catch(({ code }) => code)).toBe('ECONNREFUSED')
    expect(stopped).toBe(false)

    await row.release()
    const answer = await inFlight
    expect(answer.status).toBe(200)
    expect(answer.body.name).toBe('After')
    expect(answer.headers.get('connection')).toBe('close')
    await stopping
  })

  it('logs the requests that it cut off', async () => {
    const databaseUrl = await databaseForThisTest()
    const env = { SVC_STOP_TIMEOUT_MS: '2000' }
    const service = await startService(databaseUrl, { env })
    const { merchantId } = await service.createMerchant({ name: 'Before' })
    const row = await holdMerchant(databaseUrl, merchantId)
    const headers = { 'x-correlation-id': 'trace-of-the-cut-one' }
    const cut = service
      .call('PATCH', `/admin/v1/merchants/${merchantId}`, {
        operator: true,
        headers,
        body: { name: 'After' },
      })
      .catch(() => 'cut')
    await row.waitedFor()
    await service.stop().catch(() => {})
    expect(await cut).toBe('cut')
    const said = service.logged.map(line => JSON.parse(line)).filter(({ msg }) => /cut/.test(msg))
    expect(said).toEqual([
      expect.objectContaining({
        msg: 'cut off a request to stop in time',
        method: 'PATCH',
        route: '/admin/v1/merchants/:merchantId',
        traceId: 'trace-of-the-cut-one',
      }),
    ])
    await row.release()
  })

  it('is not delayed by requests that arrive meanwhile', async () => {
    const databaseUrl = await databaseForThisTest()
    const service = await startService(databaseUrl, { role: 'all', env: { SVC_ADMIN_PORT: '0' } })
    const admin = `${service.adminUrl}/admin/v1/merchants`
    const created = await send(admin, 'POST', { operator: true, body: { name: 'Before' } })
    const { merchantId } = created.body
    const row = await holdMerchant(databaseUrl, merchantId)
    const call = { operator: true, body: { name: 'After' } }
    const inFlight = send(`${admin}/${merchantId}`, 'PATCH', call)
    await row.waitedFor()
    const stopping = service.stop()
    let isOver = false
    const asking = (async () => {
      while (!isOver) await send(admin, 'GET', { operator: true }).catch(() => null)
    })()
    await row.release()
    expect((await inFlight).status).toBe(200)
    const began = Date.now()
    await stopping
    expect(Date.now() - began).toBeLessThan(longestWaitMs)
    isOver = true
    await asking
  })

  it('with nothing in flight ends at once', async () => {
    const service = await startService(await databaseForThisTest(), { role: 'all' })
    await service.call('GET', '/healthz')
    const began = Date.now()
    await service.stop()
    expect(Date.now() - began).toBeLessThan(longestWaitMs)
  })

  it('answers a request that was already on its way with 503, and closes its connection', async () => {
    const { service, row, path } = await requestInFlight()
    const inFlight = service.admin('PATCH', path, { name: 'After' })
    await row.waitedFor()
    const socket = await openSocket(service.url)
    socket.write('GET /v1/onboarding/status HTTP/1.1\r\nHost: x\r\n')
    // The answer to a later request on a later connection proves that the first bytes have arrived.
    await service.call('GET', '/healthz')
    const stopping = service.stop()
    socket.write('\r\n')
    const refused = parseAnswer(await text(socket))
    expect(refused.status).toBe(503)
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'unavailable' })
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(refused.headers.get('connection')).toBe('close')
    await row.release()
    expect((await inFlight).status).toBe(200)
    await stopping
  })

  it('does not wait for kept-alive connections, idle or after their last answer', async () => {
    const { service, row, path } = await requestInFlight()
    const agent = new Agent({ keepAlive: true })
    const [idle] = await once(get(`${service.url}/healthz`, { agent }), 'response')
    await once(idle.resume(), 'end')
    const inFlight = service.admin('PATCH', path, { name: 'After' })
    await row.waitedFor()
    const began = Date.now()
    const stopping = service.stop()
    await row.release()
    expect((await inFlight).status).toBe(200)
    await stopping
    expect(Date.now() - began).toBeLessThan(longestWaitMs)
    agent.destroy()
  })

  it('does not wait for connections that never sent a whole request', async () => {
    const service = await startService(await databaseForThisTest(), { role: 'all' })
    const silent = await openSocket(service.url)
    const halting = await openSocket(service.url)
    halting.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    const began = Date.now()
    // closing a connection with unread data resets it
    const closed = [silent, halting].map(
      socket => new Promise(resolve => socket.on('error', () => {}).once('close', resolve)),
    )
    await service.stop()
    await Promise.all(closed)
    expect(Date.now() - began).toBeLessThan(longestWaitMs)
  })

  it('leaves no connection to the database behind', async () => {
    const { service, row, databaseUrl } = await requestInFlight()
    await row.release()
    await service.stop()
    const observer = postgres(databaseUrl, { max: 1 })
    const open = () => observer`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await expect.poll(async () => (await open())[0]?.count).toBe(0)
    await observer.end()
  })
})
