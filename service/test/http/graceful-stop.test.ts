import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { databaseForThisTest } from '../support/database.ts'
import { holdMerchant } from '../support/held-row.ts'
import { openSocket, parseAnswer } from '../support/raw-request.ts'
import { startService } from '../support/service.ts'

async function requestInFlight() {
  const databaseUrl = await databaseForThisTest()
  const service = await startService(databaseUrl, { role: 'all' })
  const { merchantId } = await service.createMerchant({ name: 'Before' })
  const row = await holdMerchant(databaseUrl, merchantId)
  const path = `/merchants/${merchantId}`
  return { service, row, path, databaseUrl }
}

/** Less than the twenty seconds that a stop waits for what is in flight, and enough for a busy machine. */
const patienceMs = 15_000

describe('stopping', () => {
  it('finishes a request in flight, answers new ones with 503, then ends', async () => {
    const { service, row, path } = await requestInFlight()
    const inFlight = service.admin('PATCH', path, { name: 'After' })
    await row.waitedFor()

    let stopped = false
    const stopping = service.stop().then(() => {
      stopped = true
    })
    for (const path of ['/readyz', '/v1/onboarding/status', '/admin/v1/merchants', '/openapi.json']) {
      const socket = await openSocket(service.url)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      const { status, headers, body } = parseAnswer(await text(socket))
      expect([path, status, headers.get('connection')]).toEqual([path, 503, 'close'])
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
    }
    expect(stopped).toBe(false)

    await row.release()
    const answer = await inFlight
    expect(answer.status).toBe(200)
    expect(answer.body.name).toBe('After')
    expect(answer.headers.get('connection')).toBe('close')
    await stopping
    await expect(service.call('GET', '/healthz')).rejects.toThrow()
  })

  it('is not held up by requests that come meanwhile', async () => {
    const { service, row, path } = await requestInFlight()
    const inFlight = service.admin('PATCH', path, { name: 'After' })
    await row.waitedFor()
    const stopping = service.stop()
    let isOver = false
    const asking = (async () => {
      while (!isOver) await service.call('GET', '/readyz').catch(() => null)
    })()
    await row.release()
    expect((await inFlight).status).toBe(200)
    const began = Date.now()
    await stopping
    expect(Date.now() - began).toBeLessThan(patienceMs)
    isOver = true
    await asking
  })

  it('with nothing in flight ends at once', async () => {
    const service = await startService(await databaseForThisTest(), { role: 'all' })
    await service.call('GET', '/healthz')
    const began = Date.now()
    await service.stop()
    expect(Date.now() - began).toBeLessThan(patienceMs)
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

  it('does not wait for connections that are kept alive, idle or after their last answer', async () => {
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
    expect(Date.now() - began).toBeLessThan(patienceMs)
    agent.destroy()
  })

  it('does not wait for connections that never sent a whole request', async () => {
    const service = await startService(await databaseForThisTest(), { role: 'all' })
    const silent = await openSocket(service.url)
    const halting = await openSocket(service.url)
    halting.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    const began = Date.now()
    // what was sent may be unread when the connection is closed, which resets it
    const closed = [silent, halting].map(
      socket => new Promise(resolve => socket.on('error', () => {}).once('close', resolve)),
    )
    await service.stop()
    await Promise.all(closed)
    expect(Date.now() - began).toBeLessThan(patienceMs)
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
