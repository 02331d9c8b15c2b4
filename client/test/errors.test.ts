import { freePort } from 'svcpay-embedded-database'
import { describe, expect, it } from 'vitest'
import { createSvcpayClient, SvcpayConnectionError, SvcpayError } from '../src/index.ts'
import { faultServer, good, problem } from './fault-server.ts'

const apiKey = 'svc_live_01abc_secret'

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call must fail'),
    (error: unknown) => error as Error,
  )

describe('the message of a SvcpayError', () => {
  it('names the call, the fields and the trace id', async () => {
    const refused = {
      title: 'Invalid request',
      status: 400,
      code: 'invalid_request',
      detail: 'The body is not acceptable.',
      traceId: 'trc_1',
      errors: [
        { path: 'amountCents', message: 'must be at least 50' },
        { path: 'currency', message: 'is not a currency' },
      ],
    }
    const { url } = await faultServer({ status: 400, body: refused })
    const client = createSvcpayClient({ baseUrl: url, apiKey })
    const error = await failureOf(client.createPayment({ amountCents: 1 }, { idempotencyKey: 'k' }))
    expect(error).toBeInstanceOf(SvcpayError)
    expect(error.message).toBe(
      `POST ${url}/v1/payments/intents: Invalid request: The body is not acceptable. amountCents: must be at least 50. currency: is not a currency. (400, invalid_request, trace trc_1)`,
    )
    expect(error).toMatchObject({ method: 'POST', url: `${url}/v1/payments/intents`, idempotencyKey: 'k' })
  })

  it('names no field twice', async () => {
    const step = problem(400, 'invalid_request')
    const body = {
      ...(typeof step === 'object' ? (step.body as object) : {}),
      detail: 'amountCents must be at least 50.',
      errors: [{ path: 'amountCents', message: 'must be at least 50' }],
    }
    const { url } = await faultServer({ status: 400, body })
    const error = await failureOf(createSvcpayClient({ baseUrl: url, apiKey }).refundPayment('svcpay_1'))
    expect(error.message.match(/amountCents/g)).toHaveLength(1)
  })

  it('says where to look when something other than svcpay has answered', async () => {
    const { url } = await faultServer({ status: 404, body: '<h1>nginx</h1>' })
    const error = await failureOf(createSvcpayClient({ baseUrl: url, apiKey }).getPayment('svcpay_1'))
    expect(error.message).toBe(
      `GET ${url}/v1/payments/svcpay_1: HTTP 404: This answer is not from svcpay. Check baseUrl. (404, unexpected_answer)`,
    )
  })
})

describe('the message of a SvcpayConnectionError', () => {
  it('names the call, the cause and the number of tries', async () => {
    const port = await freePort()
    const client = createSvcpayClient({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey,
      retryDelayMs: 1,
      retries: 2,
    })
    const error = await failureOf(client.getPayment('svcpay_1'))
    expect(error).toBeInstanceOf(SvcpayConnectionError)
    expect(error.message).toBe(
      `GET http://127.0.0.1:${port}/v1/payments/svcpay_1: connect ECONNREFUSED 127.0.0.1:${port} (after 3 tries)`,
    )
    expect(error).toMatchObject({ method: 'GET', url: `http://127.0.0.1:${port}/v1/payments/svcpay_1` })
  })

  it('names each cause when there were several addresses to try', async () => {
    const addresses = [new Error('connect ECONNREFUSED ::1:1'), new Error('connect ECONNREFUSED 127.0.0.1:1')]
    const fetch = async () => {
      throw new TypeError('fetch failed', { cause: new AggregateError(addresses) })
    }
    const client = createSvcpayClient({ baseUrl: 'http://localhost:1', apiKey, retries: 0, fetch })
    expect((await failureOf(client.listReaders())).message).toBe(
      'GET http://localhost:1/v1/terminal/readers: connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1',
    )
  })

  it('names the time limit that was exceeded', async () => {
    const { url } = await faultServer('silence')
    const client = createSvcpayClient({ baseUrl: url, apiKey, retries: 0, timeoutMs: 20 })
    const error = await failureOf(client.getPayment('svcpay_1'))
    expect(error.message).toBe(`GET ${url}/v1/payments/svcpay_1: no answer within 20 ms`)
  })
})

describe('a wrong option is named at once', () => {
  const baseUrl = 'http://127.0.0.1:9'

  it.each([
    [{ baseUrl: undefined, apiKey }, 'baseUrl is missing'],
    [{ baseUrl: '', apiKey }, 'baseUrl is missing'],
    [{ baseUrl: 'localhost:8080', apiKey }, 'baseUrl must be an http or https URL, not "localhost:8080"'],
    [{ baseUrl: '/v1', apiKey }, 'baseUrl must be an http or https URL, not "/v1"'],
    [{ baseUrl: 'ftp://pay.example', apiKey }, 'baseUrl must be an http or https URL'],
    [{ baseUrl: 'http://me:secret@pay.example', apiKey }, 'baseUrl must not contain a user name or password'],
    [{ baseUrl: 'http://pay.example?a=b', apiKey }, 'baseUrl must not contain a query'],
    [{ baseUrl: 'http://pay.example/v1/', apiKey }, 'baseUrl must not end in /v1'],
    [{ baseUrl, apiKey: undefined }, 'apiKey is missing'],
    [{ baseUrl, apiKey: '' }, 'apiKey is missing'],
  ])('%j', (options, message) => {
    expect(() => createSvcpayClient(options)).toThrow(message)
  })

  it('a base URL may have a path and slashes at its end', async () => {
    const { url, seen } = await faultServer(good)
    await createSvcpayClient({ baseUrl: `${url}/pay//`, apiKey }).getPayment('svcpay_1')
    expect(seen[0]?.path).toBe('/pay/v1/payments/svcpay_1')
  })

  it.each([[''], ['a '], ['ö'], ['x'.repeat(256)]])('the idempotency key %j', async key => {
    const client = createSvcpayClient({ baseUrl, apiKey })
    await expect(client.cancelPayment('svcpay_1', { idempotencyKey: key })).rejects.toThrow(
      'idempotencyKey must be 1 to 255 printable ASCII characters',
    )
  })

  it('a missing idempotency key where one is required', async () => {
    const client = createSvcpayClient({ baseUrl, apiKey })
    for (const options of [undefined, {}]) {
      await expect(client.createPayment({ amountCents: 100 }, options as never)).rejects.toThrow(
        'idempotencyKey is missing',
      )
    }
  })
})
