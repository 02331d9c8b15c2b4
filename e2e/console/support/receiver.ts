import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll } from 'vitest'

export interface Receiver {
  readonly url: string
  /** What it answers from now on. */
  status: number
  readonly received: { headers: IncomingHttpHeaders; body: string }[]
}

/** A merchant's server, for all tests of a file. */
export function useReceiver(): Receiver {
  const receiver = { url: '', status: 200, received: [] } as { -readonly [K in keyof Receiver]: Receiver[K] }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body })
      const answer = receiver.status < 300 ? { received: true } : { error: 'no such table: orders' }
      response.writeHead(receiver.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    })
  })
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/callbacks`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
