import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { longestWaitMs, waitFor } from '../../../../vitest.waits.ts'
import type { DoorLimits } from '../../../src/http/doors/limits.ts'
import { databaseForThisTest } from '../../support/database.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { openSocket, parseAnswer } from '../../support/raw-request.ts'
import { operatorToken, startService, type TestService, useService } from '../../support/service.ts'
import { openUnfinished } from '../../support/unfinished.ts'

async function expectAllDoorsOpen(service: TestService, apiKey: string): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/problems/not_found']) {
    expect([path, (await service.call('GET', path)).status]).toEqual([path, 200])
  }
  expect((await service.call('GET', '/v1/onboarding/status', { key: apiKey })).status).toBe(200)
  expect((await service.admin('GET', '/merchants')).status).toBe(200)
  expectProblem(await service.call('POST', '/webhooks/processor', { body: {} }), 'unauthorized')
}

describe('a thousand requests whose bodies never arrive', () => {
  const service = useService()

  it.each(['/webhooks/processor', '/v1/payments/intents', '/admin/v1/merchants', '/nope'])(
    'at %s block no door',
    async path => {
      const { apiKey } = await service.createMerchant()
      const authorization = path.startsWith('/admin') ? operatorToken : apiKey
      const headers = [`Authorization: Bearer ${authorization}`, 'Idempotency-Key: x']
      const open = () => openUnfinished(service.url, path, { headers, length: 9 })
      const requests = await Promise.all(Array.from({ length: 1100 }, open))
      await expectAllDoorsOpen(service, apiKey)
      for (const { socket } of requests) socket.destroy()
    },
  )
})

describe('requests sent ahead on one connection', () => {
  const service = useService()
  const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

  it('are answered in order', async () => {
    const socket = await openSocket(service.url)
    socket.write(ask('/healthz') + ask('/nope') + ask('/problems/not_found', 'Connection: close\r\n'))
    const statuses = (await text(socket)).match(/HTTP\/1\.1 \d+/g)
    expect(statuses).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
  })

  it('are cut off if there are too many, and cost no more than one answer if none is read', async () => {
    const { apiKey } = await service.createMerchant()
    const greedy = async (count: number) => {
      const socket = await openSocket(service.url)
      socket.pause().on('error', () => {})
      socket.write(ask('/openapi.json').repeat(count))
      return socket
    }
    // The document is generated on first use, which takes a while.
    await service.call('GET', '/openapi.json')
    const sockets = await Promise.all(Array.from({ length: 200 }, () => greedy(20)))
    for (const probe of ['/healthz', '/readyz']) expect((await service.call('GET', probe)).status).toBe(200)
    // While their first answers are written, other requests may have to be retried.
    await waitFor(() => expectAllDoorsOpen(service, apiKey))
    for (const socket of sockets) socket.destroy()
    const many = (await greedy(100)).resume()
    await new Promise(resolve => many.once('close', resolve))
  })

  it('are dropped if the connection ends before their turn, so that no stop waits for them', async () => {
    const another = await startService(service.config.databaseUrl)
    const socket = (await openSocket(another.url)).resume().on('error', () => {})
    socket.write(ask('/openapi.json').repeat(100))
    await new Promise(resolve => socket.once('close', resolve))
    const stopping = Date.now()
    await another.stop()
    expect(Date.now() - stopping).toBeLessThan(longestWaitMs)
  })
})

describe('a body in chunks', () => {
  const service = useService()
  const head = 'POST /webhooks/processor HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'

  it('of one byte each is cut off, so that dozens of them delay no other request', async () => {
    const { apiKey } = await service.createMerchant()
    const attack = async () => {
      const socket = await openSocket(service.url)
      const closed = new Promise(resolve => socket.once('close', resolve))
      socket.on('error', () => {}).write(head + '1\r\nx\r\n'.repeat(10_000))
      return closed
    }
    const attacks = Array.from({ length: 36 }, attack)
    await expectAllDoorsOpen(service, apiKey)
    await Promise.all(attacks)
  })

  it('of an ordinary size is accepted', async () => {
    const socket = await openSocket(service.url)
    const chunk = `64\r\n${'x'.repeat(100)}\r\n`
    socket.write(`${head.replace('Host', 'Connection: close\r\nHost')}${chunk.repeat(500)}0\r\n\r\n`)
    expect(parseAnswer(await text(socket)).status).toBe(401)
  })
})

describe('an unfinished request', () => {
  it('has a few seconds for its body; then its connection is closed with an explanation', async () => {
    const service = await serviceWith({ bodyTimeoutMs: 1500 })
    const paths = ['/webhooks/processor', '/v1/payments/intents', '/admin/v1/merchants', '/nope']
    const open = (path: string) => openUnfinished(service.url, path, { body: '{"amount', length: 100 })
    const requests = await Promise.all(paths.map(async path => ({ path, ...(await open(path)) })))
    for (const { path, answer } of requests) {
      const { status, headers, body } = await answer()
      expect([path, status]).toEqual([path, 400])
      expect(headers.get('connection')).toBe('close')
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(JSON.parse(body)).toMatchObject({
        code: 'invalid_request',
        instance: path,
        traceId: headers.get('x-correlation-id'),
      })
    }
  })

  it('has the same deadline for its headers', async () => {
    const service = await serviceWith({ bodyTimeoutMs: 500 })
    const socket = await openSocket(service.url)
    socket.write('GET /healthz HTTP/1.1\r\nHost')
    const { status, body } = parseAnswer(await text(socket))
    expect([status, JSON.parse(body).detail]).toEqual([400, 'The request did not arrive in time.'])
  })

  it('is closed without an answer if it was never begun', async () => {
    const service = await serviceWith({ bodyTimeoutMs: 500 })
    expect(await text(await openSocket(service.url))).toBe('')
  })

  it('is dropped if memory for bodies is short', async () => {
    const service = await serviceWith({ bodyBytes: 1_000_000, bodyBytesPerAddress: 1_000_000 })
    const body = 'x'.repeat(300_000)
    const requests = []
    for (let i = 0; i < 5; i++) {
      requests.push(await openUnfinished(service.url, '/webhooks/processor', { body }))
    }
    const first = await requests[0]?.answer()
    expect([first?.status, first?.headers.has('retry-after')]).toEqual([503, true])
    const whole = await service.call('POST', '/webhooks/processor', { raw: body })
    expectProblem(whole, 'unauthorized')
    const metrics = await service.call('GET', '/metrics', { operator: true })
    expect(metrics.text).toMatch(/svcpay_http_refused_total\{door="webhooks",reason="body_crowded"\} \d/)
    await expect
      .poll(() => service.logged.join(''))
      .toMatch(/"door":"webhooks","reason":"body_crowded","requests":\d+,"address":"127.0.0.1"/)
  })
})

it('one client’s connections are limited', async () => {
  const service = await serviceWith({ maxConnectionsPerAddress: 3 })
  const requests = []
  for (let i = 0; i < 3; i++) requests.push(await openUnfinished(service.url, '/nope', { length: 9 }))
  const fourth = await openUnfinished(service.url, '/nope', { length: 9 })
  const { status, headers } = await fourth.answer()
  expect([status, headers.get('connection'), headers.has('retry-after')]).toEqual([503, 'close', true])
  expect((await service.call('GET', '/healthz')).status).toBe(200)
  for (const { socket } of requests) socket.destroy()
  await expect.poll(async () => (await service.call('GET', '/problems/not_found')).status).toBe(200)
})

async function serviceWith(doorLimits: Partial<DoorLimits>): Promise<TestService> {
  const service = await startService(await databaseForThisTest(), { doorLimits })
  onTestFinished(service.stop)
  return service
}
