import dns from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { socketTo } from '../../src/db/sockets.ts'
import { isDatabaseUnavailable } from '../../src/db/unavailable.ts'
import { wrongCertificate } from '../deliveries/wrong-certificate.ts'
import { databaseForThisTest } from '../support/database.ts'

function open(url: string | URL, options: Parameters<typeof openDb>[1] = {}) {
  const db = openDb(String(url), { maxConnections: 1, ...options })
  onTestFinished(() => db.end({ timeout: 1 }))
  return db
}

async function databaseAt(hosts: (port: string) => string): Promise<string> {
  const url = new URL(await databaseForThisTest())
  return url.href.replace(url.host, hosts(url.port))
}

describe('the database', () => {
  it('is reached at the next host if one has no address or does not answer', async () => {
    const db = open(await databaseAt(port => `no-such-host.invalid:5432,127.0.0.1:9,localhost:${port}`))
    expect(await db`select 1 as one`).toEqual([{ one: 1 }])
  })

  it.each([
    ['has no address', 'no-such-host.invalid'],
    ['is not known in time', 'silent.example'],
    ['cannot be reached', '127.0.0.1:9'],
  ])('is unavailable if its host %s, and is tried again', async (_, host) => {
    // the system's look-up, which may wait for a silent name server
    if (host === 'silent.example') vi.spyOn(dns, 'lookup').mockReturnValue(undefined as never)
    onTestFinished(() => void vi.restoreAllMocks())
    const db = open(`postgres://svcpay@${host}/x`, { connectSeconds: 0.5 })
    for (let i = 0; i < 2; i++) {
      const error = await db`select 1`.catch(reason => reason)
      expect([error.code, isDatabaseUnavailable(error)]).toEqual([error.code, true])
    }
  })

  it('is asked for the certificate of its host name', async () => {
    const asked: (string | undefined)[] = []
    const server = createServer((socket: Socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write('S')
        const secured = new TLSSocket(socket, {
          isServer: true,
          ...wrongCertificate,
          SNICallback: (name, done) => {
            asked.push(name)
            done(null)
          },
        })
        secured.on('error', () => {})
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const db = open(`postgres://svcpay@localhost:${port}/x?sslmode=verify-full`)
    const error = await db`select 1`.catch(reason => reason)
    expect([asked[0], error.code]).toEqual(['localhost', expect.stringMatching(/SELF_SIGNED|ALTNAME|CERT/)])
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it('does not count as unreachable if a statement cannot be sent', async () => {
    const db = open(await databaseForThisTest())
    const faults = [
      await db`select ${undefined as never}::int`.catch(reason => reason),
      await db`select ${Object.create(null) as never}::int`.catch(reason => reason),
      await db`select ${db.array(Array(70_000).fill(1) as number[])}::int[], no_such_column`.catch(
        reason => reason,
      ),
    ]
    for (const error of faults) {
      expect(error).toBeInstanceOf(Error)
      expect(isDatabaseUnavailable(error), error.message).toBe(false)
    }
  })

  it('is not contacted by a socket that was abandoned before it began', async () => {
    const socket = socketTo({ host: '127.0.0.1', port: 9 })
    socket.destroy()
    await setImmediate()
    expect(socket.connecting).toBe(false)
  })

  it('may be lost while a connection is being set up, and the process survives', async () => {
    const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
    const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(Buffer.concat([authenticated, ready]))
        socket.once('data', () => socket.resetAndDestroy())
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const unhandled: unknown[] = []
    process.on('unhandledRejection', error => unhandled.push(error))
    const db = open(`postgres://svcpay@127.0.0.1:${(server.address() as AddressInfo).port}/x`)
    const error = await db`select 1`.catch(reason => reason)
    expect(isDatabaseUnavailable(error)).toBe(true)
    await setImmediate()
    expect(unhandled).toEqual([])
  })
})
