import { Stripe } from 'stripe'
import { type Dispatcher, Pool } from 'undici'
import { type CallAnswer, call } from '../../call.ts'

export type HttpClient = InstanceType<typeof Stripe.HttpClient>
export type HttpResponse = Awaited<ReturnType<HttpClient['makeRequest']>>

/** Connections are kept, because a new one costs a handshake. A keep-alive time from the processor takes precedence. */
const settings = { connections: 1024, keepAliveTimeout: 60_000, headersTimeout: 0, bodyTimeout: 0 }

/** An HTTP client for the SDK over undici, which costs less than Node's own. There is one host, so there is one pool. */
export function createHttpClient(): HttpClient {
  let pool: Pool | null = null
  return {
    getClientName: () => 'undici',
    async makeRequest(host, port, path, method, headers, data, protocol, timeoutMs) {
      pool ??= new Pool(`${protocol}://${host}:${port}`, settings)
      const request = {
        path,
        method: method as Dispatcher.HttpMethod,
        headers: headers as Record<string, string>,
        body: data === '' ? null : data,
      }
      const limits = { timeoutMs, late: Stripe.HttpClient.makeTimeoutError }
      return new Response(await call(pool, request, limits).catch(throwOnce))
    },
  }
}

/**
 * When a connection breaks, the SDK tries again even with retries off. If the first try took effect and the second is
 * turned away, that would look like a refusal. So such errors get a code that the SDK does not act on.
 */
function throwOnce(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
  throw Object.assign(new Error(error.message, { cause: error }), { code: 'CONNECTION_BROKEN' })
}

/** Builds an answer as if Stripe had sent it. */
export function responseOf(status: number, body: object): HttpResponse {
  return new Response({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) })
}

type Answer = Pick<CallAnswer, 'status' | 'headers' | 'body'>

class Response extends Stripe.HttpClientResponse implements HttpResponse {
  readonly #answer: Answer

  constructor(answer: Answer) {
    super(answer.status, answer.headers as Record<string, string>)
    this.#answer = answer
  }

  override getRawResponse(): unknown {
    return this.#answer
  }

  override async toJSON(): Promise<unknown> {
    return this._parseResponseBody(this.#answer.body.toString())
  }
}
