import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { Stripe } from 'stripe'
import { type Dispatcher, Pool } from 'undici'
import { type CallAnswer, call } from '../../call.ts'

export type HttpClient = InstanceType<typeof Stripe.HttpClient>
export type HttpResponse = Awaited<ReturnType<HttpClient['makeRequest']>>

/** A new connection costs a handshake; when the processor says how long it keeps one, that counts. */
const settings = { connections: 1024, keepAliveTimeout: 60_000, headersTimeout: 0, bodyTimeout: 0 }

/** The SDK over undici, which costs less than Node's own client. There is one host, so there is one pool. */
export function createHttpClient(lookup: LookupFunction): HttpClient {
  let pool: Pool | null = null
  return {
    getClientName: () => 'undici',
    async makeRequest(host, port, path, method, headers, data, protocol, timeoutMs) {
      pool ??= new Pool(`${protocol}://${host}:${port}`, { ...settings, connect: { lookup } })
      const request = {
        path,
        method: method as Dispatcher.HttpMethod,
        headers: given(headers),
        body: data === '' ? null : data,
      }
      return new Response(await call(pool, request, { timeoutMs, late: Stripe.HttpClient.makeTimeoutError }))
    },
  }
}

type Headers = Parameters<HttpClient['makeRequest']>[4]

function given(headers: Headers): Record<string, string> {
  const present = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]))
}

class Response extends Stripe.HttpClientResponse implements HttpResponse {
  readonly #answer: CallAnswer

  constructor(answer: CallAnswer) {
    super(answer.status, answer.headers as Record<string, string>)
    this.#answer = answer
  }

  override getRawResponse(): unknown {
    return this.#answer
  }

  override toStream(onEnd: () => void): unknown {
    return Readable.from([this.#answer.body]).once('end', onEnd)
  }

  override async toJSON(): Promise<unknown> {
    return this._parseResponseBody(this.#answer.body.toString())
  }
}
