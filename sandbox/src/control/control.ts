import type { ServerResponse } from 'node:http'
import { ApiError, invalidRequest } from '../api/errors.ts'
import type { FormHash } from '../api/form.ts'
import { type ParamsOf, params, type Shape } from '../api/params.ts'
import { isFromForeignPage } from '../http/foreign-page.ts'
import type { HttpRequest } from '../http/request.ts'
import { createRouter, type Router } from '../http/router.ts'
import { logFailure } from '../log-failure.ts'
import { jsonForm } from './json-form.ts'

export interface ControlCall<P = unknown> {
  /** The path's placeholder, where it has one. */
  readonly id: string
  readonly query: URLSearchParams
  readonly params: P
  readonly requestId: string
}

interface RouteHead {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below `/_sandbox/`. */
  readonly path: string
  /** Whether a page of another origin may call it if it has the client secret. */
  readonly isOpen?: boolean
}

export interface ControlRoute extends RouteHead {
  readonly handle: (call: Omit<ControlCall, 'params'>, form: FormHash) => object
}

/** `shape` lists all fields, as in the API; any other is refused. */
export function controlRoute<S extends object>(
  head: RouteHead,
  shape: S,
  handle: (call: ControlCall<ParamsOf<S>>) => object,
): ControlRoute {
  const read = params(shape as S & Shape)
  return { ...head, handle: (call, form) => handle({ ...call, params: read(form, '') }) }
}

type Control = (request: HttpRequest, res: ServerResponse) => void

/** The JSON endpoints under `/_sandbox`, for actions that no real processor would allow. */
export function createControl(routes: readonly ControlRoute[]): Control {
  const controls = routes.map(route => `${route.method} /_sandbox/${route.path}`)
  const index = controlRoute({ method: 'GET', path: '' }, {}, () => ({ controls }))
  const router = createRouter(
    [index, ...routes].map(route => ({ ...route, path: `/_sandbox/${route.path}` })),
  )
  return (request, res) => {
    try {
      send(res, 200, answer(router, request))
    } catch (error) {
      if (error instanceof ApiError) send(res, error.status, { error: error.body })
      else {
        logFailure(error)
        send(res, 500, { error: { message: 'The sandbox failed. See its standard error for details.' } })
      }
    }
  }
}

function answer(router: Router<ControlRoute>, request: HttpRequest): object {
  const match = router(request.method, request.path)
  if (!match) {
    const message = `No such control: ${request.method} ${request.path}. GET /_sandbox/ lists them.`
    throw invalidRequest(message, {}, 404)
  }
  const { route, path } = match
  const form = jsonForm(request.body)
  const isOpen = route.isOpen && form.client_secret !== undefined
  if (route.method !== 'GET' && isFromForeignPage(request.headers) && !isOpen) {
    throw invalidRequest('A page of another origin cannot use the controls.', {}, 403)
  }
  const query = new URLSearchParams(request.query)
  return route.handle({ id: path[0] ?? '', query, requestId: request.id }, form)
}

function send(res: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body, null, 2)}\n`
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  res.end(text)
}
