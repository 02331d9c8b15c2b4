import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedCallback {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  at: number
}

export type Behavior = (callback: ReceivedCallback, response: ServerResponse) => void

export interface Receiver {
  url: string
  received: ReceivedCallback[]
  behave(behavior: Behavior): void
  close(): Promise<void>
}

export const accept: Behavior = (_callback, response) => response.writeHead(200).end('thanks')
export const refuse =
  (status: number, headers: Record<string, string> = {}): Behavior =>
  (_callback, response) =>
    response.writeHead(status, headers).end()

/** A merchant's callback address, closed when the test ends. */
export async function startReceiver(behavior: Behavior = accept): Promise<Receiver> {
  let current = behavior
  const received: ReceivedCallback[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '/', headers } = request
      const callback = { path, headers, body: Buffer.concat(chunks), at: Date.now() }
      received.push(callback)
      current(callback, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${port}/callbacks`,
    received,
    behave: next => {
      current = next
    },
    close,
  }
}
