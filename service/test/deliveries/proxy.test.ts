import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNames } from '../../src/deliveries/sending/names.ts'
import { createSender, type SenderSettings } from '../../src/deliveries/sending/send.ts'
import { startReceiver } from '../support/receiver.ts'
import { wrongCertificate } from './wrong-certificate.ts'

/** Tunnels every connection to one port of this machine, whatever its target. */
async function startProxy(targetPort: number | null) {
  const asked: { target: string; authorization: string | undefined }[] = []
  const sockets = new Set<Socket>()
  const server = createServer().on('connect', (request, socket) => {
    asked.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    if (targetPort === null) return
    const upstream = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    for (const end of [upstream, socket]) end.on('error', () => {})
  })
  server.on('connection', socket => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked }
}

function sendThrough(proxy: string, url: string, more: Partial<SenderSettings> = {}) {
  const settings = { timeoutMs: 120_000, perEndpoint: 10, allowPrivate: true, deny: [], names: createNames() }
  const sender = createSender({ ...settings, ...more, proxy })
  onTestFinished(() => sender.close())
  return sender.send({ url, headers: {}, body: Buffer.from('{}') })
}

describe('with a proxy', () => {
  it('every callback goes through it, and it resolves the names', async () => {
    const receiver = await startReceiver()
    const proxy = await startProxy(Number(new URL(receiver.url).port))
    const url = 'http://shop.invalid:8080/callbacks'
    const { status, error } = await sendThrough(`http://user:pass@127.0.0.1:${proxy.port}`, url)
    expect([status, error]).toEqual([200, null])
    const authorization = `Basic ${Buffer.from('user:pass').toString('base64')}`
    expect(proxy.asked).toEqual([{ target: 'shop.invalid:8080', authorization }])
    expect(receiver.received[0]?.headers.host).toBe('shop.invalid:8080')
  })

  it.each([
    ['https://127.0.0.1/', 'public'],
    ['https://localhost/', 'public'],
    ['https://203.0.113.9/', 'public'],
    ['https://8.8.8.8/', 'public'],
    ['https://shop.example:25/', 'port'],
    ['http://shop.example/', 'https'],
  ])('the URL itself is still checked here: %s', async (url, reason) => {
    const proxy = await startProxy(null)
    const rules = { allowPrivate: false, deny: ['8.8.8.0/24'] }
    const { status, error } = await sendThrough(`http://127.0.0.1:${proxy.port}`, url, rules)
    expect([status, error]).toEqual([null, expect.stringContaining(reason)])
    expect(proxy.asked).toEqual([])
  })

  it('the receiver’s certificate must match the name in the URL', async () => {
    const names: string[] = []
    const SNICallback = (name: string, done: (error: null) => void) => {
      names.push(name)
      done(null)
    }
    const server = createTlsServer({ ...wrongCertificate, SNICallback }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const proxy = await startProxy((server.address() as AddressInfo).port)
    const { status, error } = await sendThrough(`http://127.0.0.1:${proxy.port}`, 'https://shop.invalid/')
    expect([status, error]).toEqual([null, expect.stringMatching(/certificate|SELF_SIGNED|ALTNAME/i)])
    expect(names).toEqual(['shop.invalid'])
  })

  it('the deadline holds when the proxy does not answer', async () => {
    const proxy = await startProxy(null)
    const url = 'http://shop.invalid/'
    const { error } = await sendThrough(`http://127.0.0.1:${proxy.port}`, url, { timeoutMs: 300 })
    expect(error).toBe('no answer within 300 ms')
  })

  it('an unreachable proxy is an error of the attempt', async () => {
    const { error } = await sendThrough('http://127.0.0.1:9', 'http://shop.invalid/')
    expect(error).toMatch(/ECONNREFUSED/)
  })
})
