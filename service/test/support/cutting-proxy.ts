import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { orCut } from './or-cut.ts'

/** The fate of an answer on its way back; the service has acted by then. */
export type Fate = 'pass' | 'reset' | 'reset halfway' | 'silence' | { status: number; body: string }

export interface CuttingProxy {
  url: string
  /** The fates of the next answers, in order; all later answers pass. */
  fates: Fate[]
  seen: { headers: IncomingHttpHeaders; status: number }[]
}

/** A proxy in front of a service that loses answers, as a network can. */
export function useCuttingProxy(target: () => string): CuttingProxy {
  const handle: CuttingProxy = { url: '', fates: [], seen: [] }
  const server = createServer(
    orCut(async (request, response) => {
      const fate = handle.fates.shift() ?? 'pass'
      const body = Buffer.concat(await request.toArray())
      const passedOn = ['authorization', 'content-type', 'idempotency-key', 'svc-actor'].flatMap(name => {
        const value = request.headers[name]
        return value === undefined ? [] : [[name, String(value)]]
      })
      const answer = await fetch(`${target()}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(passedOn),
        body: body.length > 0 ? body : null,
      })
      const text = await answer.text()
      handle.seen.push({ headers: request.headers, status: answer.status })
      if (fate === 'silence') return
      if (fate === 'reset') return void request.socket.resetAndDestroy()
      if (fate === 'reset halfway') {
        response.writeHead(answer.status, { 'content-length': text.length })
        return void response.write(text.slice(0, 10), () => request.socket.resetAndDestroy())
      }
      const { status, body: said } = fate === 'pass' ? { status: answer.status, body: text } : fate
      response.writeHead(status, { 'content-type': 'application/json' }).end(said)
    }),
  )
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    handle.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return handle
}
