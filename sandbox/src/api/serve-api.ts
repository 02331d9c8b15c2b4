import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiVersion } from '../constants.ts'
import { corsHeaders } from '../http/cors.ts'
import type { HttpRequest } from '../http/request.ts'
import { refusalAnswer } from './answer.ts'
import type { Api, ApiResult } from './api.ts'
import { ApiError, type ErrorBody } from './errors.ts'
import { type Fault, type Faults, takeFault } from './faults.ts'
import { keyInUse, lockOf } from './idempotency.ts'
import type { RequestLog } from './request-log.ts'

interface Dependencies {
  readonly api: Api
  readonly faults: Faults
  readonly requests: RequestLog
}

type ServeApi = (request: HttpRequest, req: IncomingMessage, res: ServerResponse) => void

/** Serves API requests over HTTP, with the faults that are set for them. */
export function createServeApi({ api, faults, requests }: Dependencies): ServeApi {
  const underWay = new Set<string>()

  function log(
    request: HttpRequest,
    operation: string | null,
    result: ApiResult | null,
    fault: Fault | undefined,
  ) {
    const { id, method, path, headers } = request
    requests.add({
      id,
      method,
      path,
      operation,
      account: text(headers['stripe-account']),
      idempotencyKey: text(headers['idempotency-key']),
      status: result?.status ?? null,
      error: result && result.status >= 400 ? errorIn(result) : null,
      replayed: (result?.replayOf ?? null) !== null,
      fault: fault?.kind ?? null,
    })
  }

  return (request, req, res) => {
    const match = api.match(request.method, request.path)
    const operation = match?.route.operation ?? null
    const lock = lockOf(request)
    if (lock !== undefined && underWay.has(lock)) {
      const result = { ...keyInUse(request), publishable: false, replayOf: null }
      log(request, operation, result, undefined)
      send(request, res, result)
      return
    }
    const fault = operation === null ? undefined : takeFault(faults, operation)
    if (!fault) {
      const result = api.run(request, match)
      log(request, operation, result, undefined)
      send(request, res, result)
      return
    }
    if (lock !== undefined) underWay.add(lock)
    void answerWith(fault, () => api.run(request, match), {
      delay: faults.delay,
      remember: result => api.remember(request, match, result),
      send: result => send(request, res, result),
      reset: () => req.socket.resetAndDestroy(),
      cut: result => cut(request, res, result),
    }).then(result => {
      if (lock !== undefined) underWay.delete(lock)
      log(request, operation, result, fault)
    })
  }
}

interface Outlets {
  delay(ms: number): Promise<void>
  remember(result: ApiResult): void
  send(result: ApiResult): void
  reset(): void
  cut(result: ApiResult): void
}

/** Returns the answer, even if it was not sent, or null if nothing was done. */
async function answerWith(fault: Fault, run: () => ApiResult, out: Outlets): Promise<ApiResult | null> {
  switch (fault.kind) {
    case 'reset':
      out.reset()
      return null
    case 'error': {
      const result = fault.after ? run() : null
      const error = faultAnswer(fault.status)
      if (fault.remembered) out.remember(error)
      out.send(error)
      return result
    }
    case 'latency': {
      const early = fault.after ? run() : null
      await out.delay(fault.ms)
      const result = early ?? run()
      out.send(result)
      return result
    }
    case 'lost': {
      const result = run()
      await out.delay(fault.ms)
      out.reset()
      return result
    }
    case 'cut': {
      const result = run()
      out.cut(result)
      return result
    }
  }
}

function faultAnswer(status: number): ApiResult {
  return { ...refusalAnswer(new ApiError(status, faultBody(status))), publishable: false, replayOf: null }
}

function faultBody(status: number): ErrorBody {
  if (status === 429) {
    const message =
      'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.'
    return { type: 'invalid_request_error', code: 'rate_limit', message }
  }
  const message = 'Sorry, something went wrong. We have already been notified of the problem.'
  return { type: 'api_error', message }
}

function send(request: HttpRequest, res: ServerResponse, result: ApiResult): void {
  if (res.destroyed) return
  res.writeHead(result.status, headersFor(request, result))
  res.end(result.text)
}

/** Announces the whole body and closes the connection halfway through. */
function cut(request: HttpRequest, res: ServerResponse, result: ApiResult): void {
  res.writeHead(result.status, headersFor(request, result))
  res.write(result.text.slice(0, Math.floor(result.text.length / 2)), () => res.destroy())
}

function headersFor(request: HttpRequest, result: ApiResult): Record<string, string | number> {
  const { headers } = request
  const reply: Record<string, string | number> = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(result.text),
    'request-id': request.id,
    'stripe-version': apiVersion,
  }
  const key = text(headers['idempotency-key'])
  const account = text(headers['stripe-account'])
  if (key !== null) {
    reply['idempotency-key'] = key
    reply['original-request'] = result.replayOf ?? request.id
  }
  if (account !== null) reply['stripe-account'] = account
  if (result.replayOf !== null) reply['idempotent-replayed'] = 'true'
  if (result.status === 401) reply['www-authenticate'] = 'Bearer realm="Stripe"'
  if (headers.origin !== undefined && result.publishable) Object.assign(reply, corsHeaders)
  return reply
}

/** Errors are rare enough to be parsed again. OAuth's have another shape. */
function errorIn({ text: body }: ApiResult): string | null {
  const { error, error_description: description } = JSON.parse(body)
  return error?.message ?? description ?? null
}

function text(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
