import { Stripe } from 'stripe'
import { type Dispatcher, Pool } from 'undici'
import { type Deadline, startDeadline } from '../../deadline.ts'

export type HttpClient = InstanceType<typeof Stripe.HttpClient>
export type HttpResponse = Awaited<ReturnType<HttpClient['makeRequest']>>

/** A new connection costs a handshake; when the processor says how long it keeps one, that counts. */
const settings = { connections: 1024, keepAliveTimeout: 60_000, headersTimeout: 0, bodyTimeout: 0 }

/** The SDK over undici, which costs less than Node's own client. There is one host, so there is one pool. */
export function createHttpClient(): HttpClient {
  let pool: Pool | null = null
  return {
    getClientName: () => 'undici',
    async makeRequest(host, port, path, method, headers, data, protocol, timeoutMs) {
      pool ??= new Pool(`${protocol}://${host}:${port}`, settings)
      const deadline = startDeadline(timeoutMs, Stripe.HttpClient.makeTimeoutError)
      const call = { path, method: method as Dispatcher.HttpMethod, headers: given(headers) }
      const answer = pool.request({ ...call, body: data === '' ? null : data, signal: deadline.signal })
      try {
        return new Response(await deadline.orElse(answer), deadline)
      } catch (error) {
        deadline.end()
        throw error
      }
    },
  }
}

type Headers = Parameters<HttpClient['makeRequest']>[4]

function given(headers: Headers): Record<string, string> {
  const present = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]))
}

class Response extends Stripe.HttpClientResponse implements HttpResponse {
  readonly #answer: Dispatcher.ResponseData
  readonly #deadline: Deadline

  constructor(answer: Dispatcher.ResponseData, deadline: Deadline) {
    super(answer.statusCode, answer.headers as Record<string, string>)
    this.#answer = answer
    this.#deadline = deadline
  }

  override getRawResponse(): unknown {
    return this.#answer
  }

  override toStream(onEnd: () => void): unknown {
    return this.#answer.body.once('end', onEnd).once('close', this.#deadline.end)
  }

  override async toJSON(): Promise<unknown> {
    return this._parseResponseBody(await this.#read())
  }

  async #read(): Promise<string> {
    try {
      return await this.#deadline.orElse(this.#answer.body.text())
    } catch (error) {
      throw Stripe.HttpClient.makeResponseBodyError(error)
    } finally {
      this.#deadline.end()
    }
  }
}
