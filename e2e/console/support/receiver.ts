import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll } from 'vitest'

export interface Receiver {
  readonly url: string
  /** The status of its answers from now on. */
  status: number
  /** While true, it answers nothing. */
  isStuck: boolean
  readonly received: { headers: IncomingHttpHeaders; body: string }[]
}

/** A merchant's server, for all tests of a file. */
export function useReceiver(): Receiver {
  const waiting = new Set<() => void>()
  let isStuck = false
  const receiver: { -readonly [K in keyof Receiver]: Receiver[K] } = {
    url: '',
    status: 200,
    get isStuck() {
      return isStuck
    },
    set isStuck(value) {
      isStuck = value
      if (value) return
      for (const answer of waiting) answer()
      waiting.clear()
    },
    received: [],
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body })
      const answer = () => {
        const body = receiver.status < 300 ? { received: true } : { error: 'no such table: orders' }
        response.writeHead(receiver.status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      }
      if (isStuck) waiting.add(answer)
      else answer()
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
