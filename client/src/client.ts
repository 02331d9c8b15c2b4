import { randomUUID } from 'node:crypto'
import createClient from 'openapi-fetch'
import type { operations, paths } from './api.ts'
import { createSend, type SendOptions } from './send.ts'

export interface SvcpayClientOptions extends Partial<SendOptions> {
  /** The service's address, without /v1. */
  baseUrl: string
  /** svc_live_…: for servers only, never in a browser. */
  apiKey: string
}

export interface ReadOptions {
  /** Ends the call, retries included: AbortSignal.timeout(10_000) is a deadline over all of it. */
  signal?: AbortSignal
}

export interface WriteOptions extends ReadOptions {
  /** Made up for this call when absent. Give your own to be safe across a crash of your process, too. */
  idempotencyKey?: string
}

export interface CreateOptions extends ReadOptions {
  /** Derived from your order id, so that the same order is never charged twice. */
  idempotencyKey: string
}

type Operation = keyof operations
type Json<T> = T extends { content: { 'application/json': infer Value } } ? Value : never
export type Body<O extends Operation> = Json<NonNullable<operations[O]['requestBody']>>
export type Query<O extends Operation> = NonNullable<operations[O]['parameters']['query']>
export type Answer<O extends Operation> = Json<operations[O]['responses'][200]>

export type Payment = Answer<'getPayment'>
export type CreatedPayment = Answer<'createPayment'>
export type SvcpayClient = ReturnType<typeof createSvcpayClient>

/** Each function is a call of the API, named as its operationId; paths, bodies and answers are the document's. */
export function createSvcpayClient(options: SvcpayClientOptions) {
  const api = createClient<paths>({
    baseUrl: checkedBaseUrl(options.baseUrl),
    headers: { 'x-api-key': checkedApiKey(options.apiKey), 'user-agent': 'svcpay-client' },
    fetch: createSend({
      fetch: options.fetch ?? globalThis.fetch,
      retries: options.retries ?? 4,
      timeoutMs: options.timeoutMs ?? 30_000,
      retryDelayMs: options.retryDelayMs ?? 500,
    }),
  })

  return {
    /** Its `clientSecret` goes to the browser, or to the card reader, to complete the payment. */
    createPayment: async (body: Body<'createPayment'>, options: CreateOptions) => {
      const { headers: header, ...rest } = writing(options, 'required')
      return answer(api.POST('/v1/payments/intents', { params: { header }, body, ...rest }))
    },

    /** Without `amountCents` all that is authorized; with less, the remainder is released. */
    capturePayment: async (id: string, body: Body<'capturePayment'> = {}, options?: WriteOptions) =>
      answer(api.POST('/v1/payments/{id}/capture', { ...at(id), body, ...writing(options) })),

    /** Without `amountCents` all that is left. */
    refundPayment: async (id: string, body: Body<'refundPayment'> = {}, options?: WriteOptions) =>
      answer(api.POST('/v1/payments/{id}/refund', { ...at(id), body, ...writing(options) })),

    cancelPayment: async (id: string, options?: WriteOptions) =>
      answer(api.POST('/v1/payments/{id}/cancel', { ...at(id), body: {}, ...writing(options) })),

    getPayment: (id: string, options?: ReadOptions) =>
      answer(api.GET('/v1/payments/{id}', { ...at(id), ...options })),

    /** Newest first, a page at a time: pass `nextCursor` as `cursor` until it is null. */
    listPayments: (query: Query<'listPayments'> = {}, options?: ReadOptions) =>
      answer(api.GET('/v1/payments', { ...filtered<'listPayments'>(query), ...options })),

    /** Initialises the terminal SDK on the merchant's account. A new one each time. */
    createConnectionToken: (options?: ReadOptions) =>
      answer(api.POST('/v1/terminal/connection-token', { body: {}, ...options })),

    createLocation: async (body: Body<'createLocation'>, options?: WriteOptions) =>
      answer(api.POST('/v1/terminal/locations', { body, ...writing(options) })),

    /** All of them, or with `limit` a page: pass the last id as `startingAfter`. */
    listLocations: (query: Query<'listLocations'> = {}, options?: ReadOptions) =>
      answer(api.GET('/v1/terminal/locations', { ...filtered<'listLocations'>(query), ...options })),

    registerReader: async (body: Body<'registerReader'>, options?: WriteOptions) =>
      answer(api.POST('/v1/terminal/readers', { body, ...writing(options) })),

    listReaders: (query: Query<'listReaders'> = {}, options?: ReadOptions) =>
      answer(api.GET('/v1/terminal/readers', { ...filtered<'listReaders'>(query), ...options })),

    /** The merchant's connected account; the existing one when there is one. */
    createAccount: async (body: Body<'createAccount'> = {}, options?: WriteOptions) =>
      answer(api.POST('/v1/onboarding/account', { body, ...writing(options) })),

    getOnboardingStatus: (options?: ReadOptions) => answer(api.GET('/v1/onboarding/status', { ...options })),

    refreshOnboarding: (options?: ReadOptions) =>
      answer(api.POST('/v1/onboarding/refresh', { body: {}, ...options })),

    /** The processor's page where the merchant completes onboarding. A new one each time. */
    createOnboardingLink: (body: Body<'createOnboardingLink'>, options?: ReadOptions) =>
      answer(api.POST('/v1/onboarding/link', { body, ...options })),

    /** What happened, newest first, with how its callback went. */
    listEvents: (query: Query<'listEvents'> = {}, options?: ReadOptions) =>
      answer(api.GET('/v1/events', { ...filtered<'listEvents'>(query), ...options })),

    redeliverEvent: async (id: string, body: Body<'redeliverEvent'> = {}, options?: WriteOptions) =>
      answer(api.POST('/v1/events/{id}/redeliver', { ...at(id), body, ...writing(options) })),
  }
}

/** Whatever is not a good answer was thrown while sending. */
async function answer<Data>(call: Promise<{ data?: Data; error?: unknown }>): Promise<Data> {
  const { data } = await call
  return data as Data
}

const at = (id: string) => ({ params: { path: { id } } })

function filtered<O extends Operation>(query: Query<O>) {
  return { params: { query } }
}

function writing({ idempotencyKey, signal }: WriteOptions = {}, key?: 'required') {
  if (idempotencyKey === undefined && key === 'required') throw new TypeError('An idempotencyKey is required')
  if (idempotencyKey !== undefined && !/^[!-~]([ -~]{0,253}[!-~])?$/.test(idempotencyKey)) {
    throw new TypeError(
      'An idempotencyKey has 1 to 255 printable ASCII characters, with no space at its ends',
    )
  }
  return { headers: { 'idempotency-key': idempotencyKey ?? randomUUID() }, ...(signal ? { signal } : {}) }
}

function checkedBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be an http or https address')
  return baseUrl.replace(/\/+$/, '')
}

/** A key that cannot be a header would end up, whole, in the error that fetch throws about it. */
function checkedApiKey(apiKey: string): string {
  if (!/^[!-~]+$/.test(apiKey)) throw new TypeError('apiKey is empty or has spaces or line breaks in it')
  return apiKey
}
