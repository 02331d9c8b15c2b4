import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { longestWaitMs, waitFor } from '../../../vitest.waits.ts'
import { systemClock } from '../../src/clock.ts'
import { openDb } from '../../src/db/db.ts'
import { learnPlacement } from '../../src/db/per-merchant.ts'
import { createNames } from '../../src/deliveries/sending/names.ts'
import { startCallbacks } from '../../src/deliveries/worker/worker.ts'
import { type Behavior, refuse, startReceiver } from '../support/receiver.ts'
import { testConfig, useService } from '../support/service.ts'
import { addEndpoint, enqueue, startWorker, statesOf } from './queue.ts'
import { wrongCertificate } from './wrong-certificate.ts'

const service = useService()
const timeoutMs = 5000

/** A server without HTTP: it gets each connection once the first bytes have arrived. */
async function rawServer(onRequest: (socket: Socket) => void): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => onRequest(socket))
  })
  return `http://127.0.0.1:${await listen(server)}/`
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function every(ms: number, socket: Socket, text: (i: number) => string): void {
  let i = 0
  const timer = setInterval(() => socket.write(text(i++)), ms)
  socket.on('close', () => clearInterval(timer))
}

const answering = async (behavior: Behavior) => (await startReceiver(behavior)).url
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n'
const late = `no answer within ${timeoutMs} ms`

interface Ill {
  url: () => Promise<string>
  status: number | null
  error: string | RegExp
}

const ills: Record<string, Ill> = {
  'never answers': { url: () => rawServer(() => {}), status: null, error: late },
  'accepts and says nothing where TLS should begin': {
    url: async () => (await rawServer(() => {})).replace('http:', 'https:'),
    status: null,
    error: late,
  },
  'drips its headers': {
    url: () =>
      rawServer(socket => every(20, socket, i => (i === 0 ? 'HTTP/1.1 200 OK\r\n' : `x-${i}: y\r\n`))),
    status: null,
    error: late,
  },
  'drips its answer': {
    url: () =>
      rawServer(socket => {
        socket.write(`${head}content-length: 100000\r\n\r\n`)
        every(20, socket, () => '.')
      }),
    status: null,
    error: late,
  },
  'answers without end': {
    url: () =>
      rawServer(socket => {
        socket.write(`${head}\r\n`)
        const more = () => {
          while (!socket.destroyed && socket.write('x'.repeat(16_384))) {}
        }
        socket.on('drain', more)
        more()
      }),
    status: 200,
    error: /larger than/,
  },
  'answers too much': {
    url: () => answering((_callback, response) => response.end(Buffer.alloc(1024 * 1024, 'y'))),
    status: 200,
    error: /larger than/,
  },
  'sends headers without end': {
    url: () =>
      rawServer(socket => every(1, socket, i => (i === 0 ? head : `x-${i}: ${'y'.repeat(4000)}\r\n`))),
    status: null,
    error: 'the headers of the answer are too large (UND_ERR_HEADERS_OVERFLOW)',
  },
  'resets the connection': {
    url: () => rawServer(socket => socket.resetAndDestroy()),
    status: null,
    error: /^the server closed the connection before answering \((ECONNRESET|UND_ERR_SOCKET)\)$/,
  },
  'closes without an answer': {
    url: () => rawServer(socket => socket.end()),
    status: null,
    error: 'the server closed the connection before answering (UND_ERR_SOCKET)',
  },
  'closes in the middle of its answer': {
    url: () => rawServer(socket => socket.end(`${head}content-length: 100\r\n\r\n0123456789`)),
    status: null,
    error: /closed|terminated|UND_ERR/,
  },
  'does not speak HTTP': {
    url: () => rawServer(socket => socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
    status: null,
    error: 'the answer is not HTTP',
  },
  redirects: {
    url: () => answering(refuse(302, { location: 'http://127.0.0.1:9/elsewhere' })),
    status: 302,
    error: /redirects are not followed/,
  },
  'has a wrong certificate': {
    url: async () =>
      `https://127.0.0.1:${await listen(createTlsServer(wrongCertificate, (_request, response) => response.end()))}/`,
    status: null,
    error: /^the server’s certificate is not signed by a trusted authority \(\w+\)$/,
  },
  'lacks TLS at an https URL': {
    url: async () => (await startReceiver()).url.replace('http:', 'https:'),
    status: null,
    error: /^the TLS handshake with the server failed \(\w+\)$/,
  },
  'has no address': {
    // this part of the name is too long, so no name server is asked
    url: async () => `http://${'x'.repeat(64)}.invalid/`,
    status: null,
    error: /^the host name x+\.invalid has no address \(ENOTFOUND\)$/,
  },
  'does not listen': {
    url: async () => 'http://127.0.0.1:9/',
    status: null,
    error: 'the server refused the connection (ECONNREFUSED)',
  },
  'says 304': { url: () => answering(refuse(304)), status: 304, error: /HTTP 304/ },
  'says 400': { url: () => answering(refuse(400)), status: 400, error: 'HTTP 400' },
  'says 410': { url: () => answering(refuse(410)), status: 410, error: 'HTTP 410' },
  'says 500': { url: () => answering(refuse(500)), status: 500, error: 'HTTP 500' },
}

describe('a receiver that misbehaves', () => {
  it('delays no other endpoint, however many of its deliveries wait', async () => {
    const silent = await startReceiver(() => {})
    const merchants: string[] = []
    for (let i = 0; i < 15; i++) {
      const merchantId = await addEndpoint(service, `${silent.url}/${i}`)
      await enqueue(service.db, merchantId, { count: 12 })
      merchants.push(merchantId)
    }
    const well = await startReceiver()
    // behind all others in the queue, while they misbehave
    const healthy = await addEndpoint(service, well.url)
    await enqueue(service.db, healthy, { count: 10 })
    const worker = startWorker(service, { settings: { timeoutMs: 2 * longestWaitMs } })
    await waitFor(() => expect(well.received).toHaveLength(10))
    const given = await service.db`select 1 from delivery_attempts where merchant_id = any(${merchants})`
    expect(given).toEqual([])
    await silent.close()
    await worker.stop()
  })

  it('fails in time and is logged', async () => {
    const merchants = new Map<string, string>()
    for (const [name, { url }] of Object.entries(ills)) {
      const merchantId = await addEndpoint(service, await url())
      await enqueue(service.db, merchantId, { count: 2 })
      merchants.set(name, merchantId)
    }
    const worker = startWorker(service, { settings: { timeoutMs } })
    for (const [name, merchantId] of merchants) {
      const ill = ills[name] as Ill
      await waitFor(async () => {
        const [row] = await service.db`
            select count(*)::int as count from delivery_attempts where merchant_id = ${merchantId}`
        expect([name, row?.count]).toEqual([name, expect.toSatisfy(count => count >= 2)])
      })
      const attempts = await service.db`
        select status, error, duration_ms from delivery_attempts where merchant_id = ${merchantId}`
      for (const { status, error, durationMs } of attempts) {
        expect([name, status, error]).toEqual([
          name,
          ill.status,
          typeof ill.error === 'string' ? ill.error : expect.stringMatching(ill.error),
        ])
        expect(durationMs).toBeLessThan(timeoutMs + 10_000)
      }
      const states = await statesOf(service.db, merchantId)
      expect(states.every(({ state, attempts: tried }) => state === 'pending' && tried <= 1)).toBe(true)
    }
    await worker.stop()
  })

  it('keeps the first 16 KiB of its answer in the log, whatever the bytes', async () => {
    const answer = Buffer.alloc(20_000, Buffer.from([0, 255, 128, 97]))
    const receiver = await startReceiver((_callback, response) => response.writeHead(500).end(answer))
    const merchantId = await addEndpoint(service, receiver.url)
    await enqueue(service.db, merchantId)
    startWorker(service)
    const attempts = () =>
      service.db`select status, answer from delivery_attempts where merchant_id = ${merchantId}`
    await waitFor(async () => expect(await attempts()).toHaveLength(1))
    const [logged] = await attempts()
    expect(logged?.answer.equals(answer.subarray(0, 16_384))).toBe(true)
  })

  it.each([200, 201, 202, 204, 299])('may answer with any 2xx status: %i', async status => {
    const receiver = await startReceiver(refuse(status))
    const merchantId = await addEndpoint(service, receiver.url)
    await enqueue(service.db, merchantId)
    startWorker(service)
    await waitFor(async () =>
      expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'delivered', attempts: 1 }]),
    )
  })

  it('does not delay another merchant on the same host', async () => {
    const receiver = await startReceiver(({ path }, response) => {
      if (path.endsWith('/quick')) response.writeHead(200).end()
    })
    const slow = await addEndpoint(service, `${receiver.url}/slow`)
    const quick = await addEndpoint(service, `${receiver.url}/quick`)
    await enqueue(service.db, slow, { count: 30 })
    const db = openDb(service.config.databaseUrl)
    await learnPlacement(db)
    const config = testConfig(service.config.databaseUrl, { SVC_CALLBACK_TIMEOUT_MS: '120000' })
    const callbacks = startCallbacks({
      config,
      db,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      names: createNames(),
    })
    onTestFinished(async () => {
      await receiver.close()
      await callbacks.stop()
      await db.end()
    })
    await waitFor(() => expect(receiver.received).toHaveLength(2))
    await enqueue(service.db, quick, { count: 5 })
    callbacks.wake()
    await waitFor(() => expect(receiver.received).toHaveLength(7))
    await waitFor(async () =>
      expect((await statesOf(service.db, quick)).every(({ state }) => state === 'delivered')).toBe(true),
    )
  })

  it('cannot prevent others’ results from being written', async () => {
    const merchants = await Promise.all(['a', 'b'].map(() => addEndpoint(service, 'http://127.0.0.1:9/')))
    for (const merchantId of merchants) await enqueue(service.db, merchantId)
    const message = `\u0000 ${'x'.repeat(497)}💶 \ud800`
    let sent = 0
    startWorker(service, {
      sender: {
        async send() {
          sent += 1
          const error = sent === 1 ? message : 'plain'
          return { status: null, error, retryAfter: undefined, answer: Buffer.alloc(0), durationMs: 1 }
        },
        async close() {},
      },
    })
    await waitFor(async () => {
      for (const merchantId of merchants) {
        expect(await statesOf(service.db, merchantId)).toEqual([{ state: 'pending', attempts: 1 }])
      }
    })
  })
})
