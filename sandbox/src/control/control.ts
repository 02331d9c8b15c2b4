import type { ServerResponse } from 'node:http'
import { ApiError } from '../http/api-error.ts'
import type { ApiRequest } from '../http/api-request.ts'
import { isFromForeignPage } from '../http/foreign-page.ts'
import { decodeSegment } from '../http/router.ts'
import { ControlError, type Input, readInput } from './input.ts'

export interface ControlCall {
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly input: Input
  readonly requestId: string
}

export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly handle: (call: ControlCall) => object
  /** Whether a page of another origin may call it with this. */
  readonly isOpenTo?: (input: Input) => boolean
}

export type Control = (request: ApiRequest, res: ServerResponse) => void

/** The JSON endpoints under `/_sandbox`: what no real processor would let you do. */
export function createControl(routes: readonly ControlRoute[]): Control {
  return (request, res) => {
    try {
      send(res, 200, answer(routes, request))
    } catch (error) {
      if (error instanceof ControlError) send(res, error.status, { error: { message: error.message } })
      else if (error instanceof ApiError) send(res, error.status, { error: error.body })
      else {
        process.stderr.write(`svcpay-sandbox: ${error instanceof Error ? error.stack : error}\n`)
        send(res, 500, { error: { message: 'the sandbox failed; its log has the details' } })
      }
    }
  }
}

function answer(routes: readonly ControlRoute[], request: ApiRequest): object {
  const segments = request.path.slice('/_sandbox/'.length).split('/')
  if (request.method === 'GET' && segments.join('') === '') {
    return { controls: routes.map(route => `${route.method} /_sandbox/${route.path}`) }
  }
  for (const route of routes) {
    const path = route.method === request.method ? match(route.path, segments) : undefined
    if (!path) continue
    const query = new URLSearchParams(request.query)
    const input = readInput(request.body)
    if (route.method !== 'GET' && isFromForeignPage(request.headers) && !route.isOpenTo?.(input)) {
      throw new ControlError('controls cannot be used from a page of another origin', 403)
    }
    return route.handle({ path, query, input, requestId: request.id })
  }
  throw new ControlError(`no such control: ${request.method} ${request.path}; GET /_sandbox/ lists them`, 404)
}

function match(pattern: string, segments: readonly string[]): string[] | undefined {
  const parts = pattern.split('/')
  if (parts.length !== segments.length) return undefined
  const values: string[] = []
  for (const [at, part] of parts.entries()) {
    const segment = segments[at] ?? ''
    if (part.startsWith(':')) values.push(decodeSegment(segment))
    else if (part !== segment) return undefined
  }
  return values
}

function send(res: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body, null, 2)}\n`
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  res.end(text)
}
