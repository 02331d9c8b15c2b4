import { expect, it } from 'vitest'
import { openSocket, sendRaw } from '../support/raw-request.ts'
import { useService } from '../support/service.ts'

const service = useService()
const host = 'Host: localhost\r\nConnection: close\r\n'

it.each<[string, string | Buffer]>([
  ['bytes that are not HTTP', 'garbage\r\n\r\n'],
  ['a TLS greeting', Buffer.from('16030100c8010000c40303', 'hex')],
  ['an unknown version', `GET /healthz HTTP/9.9\r\n${host}\r\n`],
  ['a header without a name', `GET /healthz HTTP/1.1\r\n${host}: x\r\n\r\n`],
  ['a length that is not a number', `POST /healthz HTTP/1.1\r\n${host}Content-Length: many\r\n\r\n`],
  ['two lengths', `POST /healthz HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
  [
    'a length beside chunks',
    `POST /healthz HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['oversized headers', `GET /healthz HTTP/1.1\r\n${host}X-Big: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['an oversized path', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
  ['a tunnel', `CONNECT localhost:443 HTTP/1.1\r\n${host}\r\n`],
  ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', `GET /healthz HTTP/1.1\r\n${host}Host: localhost\r\n\r\n`],
  ['two hosts of an old client', `GET /healthz HTTP/1.0\r\n${host}Host: other\r\n\r\n`],
  ...['a b', 'user@localhost', 'localhost/path', 'localhost:port', 'a:80:80', '[::1', '[no]', '%zz'].map(
    (name): [string, string] => [
      `the host ${name}`,
      `GET /healthz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
    ],
  ),
])('%s: answered as an invalid request', async (_what, bytes) => {
  const { status, headers, body } = await sendRaw(service.url, bytes)
  expect(status).toBe(400)
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const problem = JSON.parse(body)
  expect(problem).toEqual({
    type: '/problems/invalid_request',
    title: 'Invalid request',
    status: 400,
    detail: expect.stringMatching(/\S/),
    instance: expect.stringMatching(/^\//),
    traceId: headers.get('x-correlation-id'),
    code: 'invalid_request',
  })
})

it.each(['localhost:8080', '127.0.0.1', '[::1]:8080', 'a-b_c.example:', 'xn--bcher-kva.example', ''])(
  'the host "%s" is served',
  async name => {
    const request = `GET /healthz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`
    expect((await sendRaw(service.url, request)).status).toBe(200)
  },
)

it('a connection cut during a request affects no other', async () => {
  const socket = await openSocket(service.url)
  socket.write(`POST /admin/v1/merchants HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\n{"name"`)
  socket.resetAndDestroy()
  expect((await service.call('GET', '/healthz')).status).toBe(200)
})

it('an unknown expectation changes nothing', async () => {
  const { status, headers } = await sendRaw(
    service.url,
    `GET /healthz HTTP/1.1\r\n${host}Expect: the-best\r\n\r\n`,
  )
  expect(status).toBe(200)
  expect(headers.get('x-correlation-id')).toBeTruthy()
})

it('a tunnel cut before its answer affects no other request', async () => {
  const socket = await openSocket(service.url)
  socket.write(`CONNECT localhost:443 HTTP/1.1\r\n${host}\r\n`)
  socket.resetAndDestroy()
  expect((await service.call('GET', '/healthz')).status).toBe(200)
})
