import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems } from '../../problems.ts'
import { Arrival } from '../doors/arrival.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON only. An empty body stays undefined; routes with optional fields treat it as {}. */
export function addJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const body = await receivedBody(request, payload)
    if (body.length === 0) return undefined
    let parsed: unknown
    // calls back before it returns
    parse(request, decoded(body), (error, value) => {
      if (error) throw problems.invalidRequest('The body is not valid JSON.')
      parsed = value
    })
    return parsed
  })
}

/** Keeps the raw bytes, whatever their media type. */
export function addRawBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', receivedBody)
}

async function receivedBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { raw } = request
  // A request injected by a test has not passed a door, so its body is still unread.
  if (!(raw instanceof Arrival)) return await buffer(payload)
  if (raw.body === 'too large') throw problems.payloadTooLarge(request.routeOptions.bodyLimit ?? 0)
  return raw.body ?? Buffer.alloc(0)
}

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw problems.invalidRequest('The body is not valid UTF-8.')
  }
}
