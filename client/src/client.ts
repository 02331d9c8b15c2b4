import type { operations } from './api.ts'
import { type AnswerOf, type BodyOf, createCall, type QueryOf } from './call.ts'
import { checkedApiKey, checkedBaseUrl, checkedKey } from './checks.ts'
import { type PagedList, pagedList } from './pages.ts'
import type { SendOptions } from './send.ts'

export interface SvcpayClientOptions extends Partial<SendOptions> {
  /** The service's address, without /v1. Undefined, as from a missing environment variable, throws. */
  baseUrl: string | undefined
  /** svc_live_…: for servers only, never in a browser. Undefined throws, as above. */
  apiKey: string | undefined
}

export interface ReadOptions {
  /** Ends the call and its retries: AbortSignal.timeout(10_000) is a deadline for all of them. */
  signal?: AbortSignal | undefined
}

export interface WriteOptions extends ReadOptions {
  /**
   * Generated if absent. If the answer is lost, repeating the same call on this client uses the same key. Pass your own
   * to be safe even if your process crashes.
   */
  idempotencyKey?: string | undefined
}

export interface CreateOptions extends ReadOptions {
  /** Derived from your order id, so that the same order is never charged twice. */
  idempotencyKey: string
}

type Operation = keyof operations
type Body<O extends Operation> = BodyOf<operations[O]>
type Query<O extends Operation> = QueryOf<operations[O]>
type Answer<O extends Operation> = AnswerOf<operations[O]>

export type Payment = Answer<'capturePayment'>
export type PaymentWithRefunds = Answer<'getPayment'>
export type CreatedPayment = Answer<'createPayment'>
export type Location = Answer<'createLocation'>
export type Reader = Answer<'registerReader'>
export type Onboarding = Answer<'getOnboardingStatus'>
export type SvcpayClient = ReturnType<typeof createSvcpayClient>

/** Each function is a call of the API, named after its operationId; its types come from the OpenAPI document. */
export function createSvcpayClient(options: SvcpayClientOptions) {
  const call = createCall({
    baseUrl: checkedBaseUrl(options.baseUrl),
    apiKey: checkedApiKey(options.apiKey),
    fetch: options.fetch ?? globalThis.fetch,
    retries: options.retries ?? 4,
    timeoutMs: options.timeoutMs ?? 30_000,
    retryDelayMs: options.retryDelayMs ?? 500,
    waitWhenLimited: options.waitWhenLimited ?? false,
  })

  return {
    /** Pass `clientSecret` to the browser, or to the card reader, to complete the payment. */
    createPayment: async (body: Body<'createPayment'>, options: CreateOptions) =>
      call('post', '/v1/payments/intents', { body, ...required(options) }),

    /** Without `amountCents`, captures the full authorized amount; with less, releases the rest. */
    capturePayment: async (id: string, body: Body<'capturePayment'> = {}, options?: WriteOptions) =>
      call('post', '/v1/payments/{id}/capture', { id, body, ...writing(options) }),

    /** Without `amountCents`, refunds everything that is left. */
    refundPayment: async (id: string, body: Body<'refundPayment'> = {}, options?: WriteOptions) =>
      call('post', '/v1/payments/{id}/refund', { id, body, ...writing(options) }),

    cancelPayment: async (id: string, options?: WriteOptions) =>
      call('post', '/v1/payments/{id}/cancel', { id, body: {}, ...writing(options) }),

    getPayment: async (id: string, options?: ReadOptions) =>
      call('get', '/v1/payments/{id}', { id, ...reading(options) }),

    /** Newest first. Use `for await` for all of them, or await one page and pass its `nextCursor` as `cursor`. */
    listPayments: (
      query: Query<'listPayments'> = {},
      options?: ReadOptions,
    ): PagedList<Answer<'listPayments'>> => {
      const page = (query: Query<'listPayments'>) =>
        call('get', '/v1/payments', { query, ...reading(options) })
      return pagedList(page(query), cursor => page({ ...query, cursor }))
    },

    /** For the terminal SDK, on the merchant's account. Every call returns a new one. */
    createConnectionToken: async (options?: ReadOptions) =>
      call('post', '/v1/terminal/connection-token', { body: {}, ...reading(options) }),

    createLocation: async (body: Body<'createLocation'>, options?: WriteOptions) =>
      call('post', '/v1/terminal/locations', { body, ...writing(options) }),

    /** Returns all of them or, with `limit`, a page: pass its last id as `startingAfter`. */
    listLocations: async (query: Query<'listLocations'> = {}, options?: ReadOptions) =>
      call('get', '/v1/terminal/locations', { query, ...reading(options) }),

    registerReader: async (body: Body<'registerReader'>, options?: WriteOptions) =>
      call('post', '/v1/terminal/readers', { body, ...writing(options) }),

    listReaders: async (query: Query<'listReaders'> = {}, options?: ReadOptions) =>
      call('get', '/v1/terminal/readers', { query, ...reading(options) }),

    /** Creates the merchant's connected account, or returns the existing one. */
    createAccount: async (body: Body<'createAccount'> = {}, options?: WriteOptions) =>
      call('post', '/v1/onboarding/account', { body, ...writing(options) }),

    getOnboardingStatus: async (options?: ReadOptions) =>
      call('get', '/v1/onboarding/status', reading(options)),

    refreshOnboarding: async (options?: ReadOptions) =>
      call('post', '/v1/onboarding/refresh', { body: {}, ...reading(options) }),

    /** A link to the processor's page where the merchant completes onboarding. Every call returns a new one. */
    createOnboardingLink: async (body: Body<'createOnboardingLink'>, options?: ReadOptions) =>
      call('post', '/v1/onboarding/link', { body, ...reading(options) }),

    /** Events, newest first, with the state of their callbacks. Pages like `listPayments`. */
    listEvents: (query: Query<'listEvents'> = {}, options?: ReadOptions): PagedList<Answer<'listEvents'>> => {
      const page = (query: Query<'listEvents'>) => call('get', '/v1/events', { query, ...reading(options) })
      return pagedList(page(query), cursor => page({ ...query, cursor }))
    },

    redeliverEvent: async (id: string, body: Body<'redeliverEvent'> = {}, options?: WriteOptions) =>
      call('post', '/v1/events/{id}/redeliver', { id, body, ...writing(options) }),
  }
}

const reading = ({ signal }: ReadOptions = {}) => ({ signal })

function writing({ idempotencyKey, signal }: WriteOptions = {}) {
  return idempotencyKey === undefined
    ? { makeKey: true, signal }
    : { idempotencyKey: checkedKey(idempotencyKey), signal }
}

/** JavaScript callers may omit a key that the type requires; a generated one would hide that. */
function required(options: CreateOptions | undefined) {
  return { idempotencyKey: checkedKey(options?.idempotencyKey), signal: options?.signal }
}
