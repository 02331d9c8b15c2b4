import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { HttpRequest } from './request.ts'

const maxBodyBytes = 1024 * 1024

type Respond = (request: HttpRequest, req: IncomingMessage, res: ServerResponse) => void

interface HttpSettings {
  newRequestId(): string
  /** The time for the Date header of answers. Milliseconds. */
  now(): number
}

/** Collects each request's body and passes the complete request on. */
export function createHttpServer({ newRequestId, now }: HttpSettings, respond: Respond): Server {
  function pass(req: IncomingMessage, res: ServerResponse, body: string): void {
    const url = req.url ?? '/'
    const mark = url.indexOf('?')
    const request: HttpRequest = {
      id: newRequestId(),
      method: req.method ?? 'GET',
      path: mark < 0 ? url : url.slice(0, mark),
      query: mark < 0 ? '' : url.slice(mark + 1),
      body,
      headers: req.headers,
    }
    res.setHeader('date', new Date(now()).toUTCString())
    respond(request, req, res)
  }

  const server = createServer((req, res) => {
    if (req.method === 'GET') {
      pass(req, res, '')
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBodyBytes) chunks.push(chunk)
    })
    req.on('end', () => {
      if (size > maxBodyBytes) res.writeHead(413).end()
      else pass(req, res, chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString('utf8'))
    })
    req.on('error', () => res.destroy())
  })
  // Longer than clients keep idle connections, so that they close first and never write to a closing one.
  server.keepAliveTimeout = 120_000
  return server
}
