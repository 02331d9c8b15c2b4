import type { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DoorLimits } from '../../../src/http/doors/limits.ts'
import { databaseForThisTest } from '../../support/database.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { openSocket, sendRaw } from '../../support/raw-request.ts'
import { operatorToken, startService, type TestService, useService } from '../../support/service.ts'
import { openUnfinished } from '../../support/unfinished.ts'

async function serviceWith(doorLimits: Partial<DoorLimits>): Promise<TestService> {
  const service = await startService(await databaseForThisTest(), { doorLimits })
  onTestFinished(service.stop)
  return service
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Sends requests, and never reads the answers. */
async function openUnread(service: TestService, path: string, times = 1): Promise<Socket> {
  const socket = (await openSocket(service.url)).pause()
  onTestFinished(() => void socket.destroy())
  socket.write(ask(path).repeat(times))
  return socket
}

async function expectProbesAnswered(service: TestService): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    const { status } = await sendRaw(service.url, ask(path).replace('Host', 'Connection: close\r\nHost'))
    expect([path, status]).toEqual([path, path === '/metrics' ? 401 : 200])
  }
}

describe.each([
  ['all', { maxConnections: 10 }],
  ['those of one address', { maxConnectionsPerAddress: 10 }],
])('when %s of the connections are taken', (_which, limits) => {
  const service = useService({ doorLimits: { ...limits, guests: 4 } })

  it('probes and metrics are answered', async () => {
    for (let i = 0; i < 12; i++) await openUnfinished(service.url, '/nope', { length: 9 })
    await expectProbesAnswered(service)
    const refused = await service.call('GET', '/v1/payments', { key: 'x' })
    expectProblem(refused, 'unavailable', { detail: 'Too many connections are open.' })
    expect(refused.headers.get('connection')).toBe('close')
  })

  it('an idle or unread one makes room', async () => {
    const { apiKey } = await service.createMerchant()
    for (let i = 0; i < 20; i++) await openUnread(service, i % 2 ? '/healthz' : '/openapi.json', 5)
    await expectProbesAnswered(service)
    expect((await service.call('GET', '/v1/payments', { key: apiKey })).status).toBe(200)
  })

  it('silent connections do not keep probes out', async () => {
    const sockets = await Promise.all(Array.from({ length: 40 }, () => openSocket(service.url)))
    await expectProbesAnswered(service)
    for (const socket of sockets) socket.destroy()
  })
})

it('a connection whose client reads nothing is ended', async () => {
  const service = await serviceWith({ unreadMs: 200 })
  // More than the system buffers for a connection.
  await service.call('GET', '/admin/openapi.json')
  const socket = await openUnread(service, '/admin/openapi.json', 30)
  const closed = new Promise(resolve => socket.once('close', resolve))
  // A paused socket notices its end only when it writes; empty lines between requests mean nothing.
  const tries = setInterval(() => socket.write('\r\n'), 20)
  onTestFinished(() => clearInterval(tries))
  await closed
})

it('a connection that waits for its answer, or is kept alive, is not ended', async () => {
  const service = await serviceWith({ unreadMs: 50, bodyTimeoutMs: 500 })
  const socket = await openSocket(service.url)
  const read = (path: string) =>
    new Promise<string>(resolve => {
      socket.once('data', data => resolve(String(data)))
      socket.write(ask(path))
    })
  expect(await read('/healthz')).toMatch(/^HTTP\/1.1 200/)
  const held = await service.db.reserve()
  await held`begin`
  await held`lock table api_keys in access exclusive mode`
  socket.write(
    `GET /v1/payments HTTP/1.1\r\nHost: x\r\nX-Api-Key: svc_live_${'0'.repeat(26)}_${'0'.repeat(48)}\r\n\r\n`,
  )
  const answer = new Promise<string>(resolve => socket.once('data', data => resolve(String(data))))
  const unused = await openSocket(service.url)
  await new Promise(resolve => unused.resume().once('close', resolve))
  await held`rollback`
  held.release()
  expect(await answer).toMatch(/^HTTP\/1.1 401/)
  socket.destroy()
})

it('requests that the process could not read for a while are answered, not ended', async () => {
  const service = await serviceWith({ bodyTimeoutMs: 1000, unreadMs: 1000 })
  const body = '{"name":"Slow but honest"}'
  const head = `POST /admin/v1/merchants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${operatorToken}\r\n`
  const post = `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const sockets = await Promise.all(Array.from({ length: 3 }, () => openSocket(service.url)))
  const [unread, headed, halfway] = sockets as [Socket, Socket, Socket]
  headed.write(post.slice(0, 40))
  halfway.write(post.slice(0, -5))
  await expect.poll(() => [headed, halfway].map(socket => socket.bytesWritten)).toEqual([40, post.length - 5])
  const answers = sockets.map(
    socket =>
      new Promise<string>(resolve => {
        socket.once('data', data => resolve(String(data))).once('close', () => resolve('ended'))
      }),
  )
  unread.write(post)
  headed.write(post.slice(40))
  halfway.write(post.slice(-5))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500)
  for (const answer of answers) expect(await answer).toMatch(/^HTTP\/1.1 201/)
  for (const socket of sockets) socket.destroy()
})
