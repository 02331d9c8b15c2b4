import type { ServerResponse } from 'node:http'
import { ApiError } from '../api/errors.ts'
import { isFromForeignPage } from '../http/foreign-page.ts'
import type { HttpRequest } from '../http/request.ts'
import { createRouter, type Router } from '../http/router.ts'
import { logFailure } from '../log-failure.ts'
import { ControlError, type Input, readInput } from './input.ts'

export interface ControlCall {
  /** The path's placeholder, where it has one. */
  readonly id: string
  readonly query: URLSearchParams
  readonly input: Input
  readonly requestId: string
}

export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below `/_sandbox/`. */
  readonly path: string
  readonly handle: (call: ControlCall) => object
  /** Whether a page of another origin may call it with this. */
  readonly isOpenTo?: (input: Input) => boolean
}

type Control = (request: HttpRequest, res: ServerResponse) => void

/** The JSON endpoints under `/_sandbox`: what no real processor would let you do. */
export function createControl(routes: readonly ControlRoute[]): Control {
  const controls = routes.map(route => `${route.method} /_sandbox/${route.path}`)
  const index: ControlRoute = { method: 'GET', path: '', handle: () => ({ controls }) }
  const router = createRouter(
    [index, ...routes].map(route => ({ ...route, path: `/_sandbox/${route.path}` })),
  )
  return (request, res) => {
    try {
      send(res, 200, answer(router, request))
    } catch (error) {
      if (error instanceof ControlError) send(res, error.status, { error: { message: error.message } })
      else if (error instanceof ApiError) send(res, error.status, { error: error.body })
      else {
        logFailure(error)
        send(res, 500, { error: { message: 'The sandbox failed. Its standard error has the details.' } })
      }
    }
  }
}

function answer(router: Router<ControlRoute>, request: HttpRequest): object {
  const match = router(request.method, request.path)
  if (!match) {
    throw new ControlError(
      `No such control: ${request.method} ${request.path}. GET /_sandbox/ lists them.`,
      404,
    )
  }
  const { route, path } = match
  const input = readInput(request.body)
  if (route.method !== 'GET' && isFromForeignPage(request.headers) && !route.isOpenTo?.(input)) {
    throw new ControlError('A page of another origin cannot use the controls.', 403)
  }
  const query = new URLSearchParams(request.query)
  return route.handle({ id: path[0] ?? '', query, input, requestId: request.id })
}

function send(res: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body, null, 2)}\n`
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  res.end(text)
}
