import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Control } from '../control/control.ts'
import type { ServePage } from '../pages/serve-page.ts'
import type { RandomText } from '../store/ids.ts'
import type { ApiRequest } from './api-request.ts'
import { preflightHeaders } from './cors.ts'
import type { ServeApi } from './serve-api.ts'

const largestBody = 1024 * 1024

interface Dependencies {
  readonly serveApi: ServeApi
  readonly control: Control
  readonly servePage: ServePage
  readonly random: RandomText
}

export function createHttpServer({ serveApi, control, servePage, random }: Dependencies): Server {
  function respond(req: IncomingMessage, res: ServerResponse, body: string): void {
    const url = req.url ?? '/'
    const mark = url.indexOf('?')
    const request: ApiRequest = {
      id: `req_${random(14)}`,
      method: req.method ?? 'GET',
      path: mark < 0 ? url : url.slice(0, mark),
      query: mark < 0 ? '' : url.slice(mark + 1),
      body,
      headers: req.headers,
    }
    const isApi = request.path.startsWith('/v1/')
    if (request.method === 'OPTIONS' && isApi) res.writeHead(204, preflightHeaders).end()
    else if (servePage(request, res)) return
    else if (request.path.startsWith('/_sandbox/')) void control(request, res)
    else serveApi(request, req, res)
  }

  const server = createServer((req, res) => {
    if (req.method === 'GET') {
      respond(req, res, '')
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= largestBody) chunks.push(chunk)
    })
    req.on('end', () => {
      if (size > largestBody) res.writeHead(413).end()
      else respond(req, res, chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString('utf8'))
    })
    req.on('error', () => res.destroy())
  })
  // Longer than clients keep idle connections, so that they close first and never write into a closing one.
  server.keepAliveTimeout = 120_000
  return server
}
