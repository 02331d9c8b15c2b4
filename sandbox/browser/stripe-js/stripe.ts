import { type ApiFailure, callApi, intentOf, type Params, type Session } from '../api.ts'
import { returnAddress } from '../return-address.ts'
import { createElements, type Elements, type ElementsOptions, insideOf } from './elements.ts'
import { IntegrationError, requireSecret, requireText } from './errors.ts'
import { frameOf } from './field-element.ts'
import { followAction, leaveFor, type Result, resultOf, retrieve } from './payments.ts'

interface ConfirmOptions {
  readonly elements?: Elements
  readonly clientSecret?: string
  readonly confirmParams?: Params
  readonly redirect?: 'always' | 'if_required'
}

interface CardPayment {
  readonly payment_method?: string | { readonly card?: unknown; readonly billing_details?: object }
  readonly return_url?: string
  readonly [param: string]: unknown
}

interface MethodOptions {
  readonly elements?: Elements
  readonly params?: Params
  readonly type?: string
  readonly card?: unknown
  readonly billing_details?: object
}

/** The object that `Stripe(key)` returns; its names and answers match Stripe.js. */
export function createStripe(session: Session) {
  const send = async (secret: string, params: Params) =>
    resultOf(await callApi(session, 'POST', confirmPath(secret), { client_secret: secret, ...params }))

  async function confirm(options: ConfirmOptions): Promise<Result> {
    const { elements, confirmParams = {}, redirect = 'always' } = options
    const inner = elements === undefined ? null : insideOf(elements)
    const secret = requireSecret(options.clientSecret ?? inner?.secret)
    const params: Params = { ...confirmParams, use_stripe_sdk: true }
    if (redirect !== 'if_required') requireText(confirmParams.return_url, 'confirmParams.return_url')
    if (!inner || confirmParams.payment_method) return await send(secret, params)
    const all = { client_secret: secret, ...params }
    return resultOf(await inner.frame().call(session, confirmPath(secret), all, 'payment_method_data'))
  }

  return {
    elements: (options: ElementsOptions = {}) => createElements(session, options),

    async confirmPayment(options: ConfirmOptions): Promise<Result> {
      const result = await followAction(session, await confirm(options))
      if (!result.paymentIntent || options.redirect === 'if_required') return result
      return await leaveFor(returnAddress(String(options.confirmParams?.return_url), result.paymentIntent))
    },

    async confirmCardPayment(
      clientSecret: string,
      data: CardPayment = {},
      { handleActions = true }: { handleActions?: boolean } = {},
    ): Promise<Result> {
      const secret = requireSecret(clientSecret)
      const { payment_method: method, ...rest } = data
      const params = { client_secret: secret, ...rest, use_stripe_sdk: true }
      const result = resultOf(await payWith(session, secret, method, params))
      return handleActions ? await followAction(session, result) : result
    },

    async createPaymentMethod(options: MethodOptions) {
      const { elements, params = {}, type, card, ...rest } = options
      const frame = elements ? insideOf(elements).frame() : isHash(card) ? null : frameOf(card)
      const details = { ...rest, ...params }
      const answer = frame
        ? await frame.call(session, 'payment_methods', details, null)
        : await callApi<unknown>(session, 'POST', 'payment_methods', { type, card, ...details })
      return 'error' in answer ? { error: answer.error } : { paymentMethod: answer.value }
    },

    retrievePaymentIntent: (clientSecret: string) => retrieve(session, clientSecret),

    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      await followAction(session, await retrieve(session, clientSecret)),

    async handleCardAction(clientSecret: string): Promise<Result> {
      const found = await retrieve(session, clientSecret)
      if (found.paymentIntent && found.paymentIntent.status !== 'requires_action') {
        return { error: noAction(found.paymentIntent.status) }
      }
      return await followAction(session, found)
    },

    // Wrappers of Stripe.js call these to identify themselves.
    registerAppInfo() {},
    _registerWrapper() {},
  }
}

function confirmPath(secret: string): string {
  return `payment_intents/${intentOf(secret)}/confirm`
}

async function payWith(
  session: Session,
  secret: string,
  method: CardPayment['payment_method'],
  params: Params,
) {
  const path = confirmPath(secret)
  if (method === undefined || typeof method === 'string') {
    return await callApi<unknown>(session, 'POST', path, { ...params, payment_method: method })
  }
  const { card, ...details } = method
  if (isHash(card)) {
    const data = { type: 'card', card, ...details }
    return await callApi<unknown>(session, 'POST', path, { ...params, payment_method_data: data })
  }
  return await frameOf(card).call(
    session,
    path,
    { ...params, payment_method_data: details },
    'payment_method_data',
  )
}

/** A plain object, such as a token, rather than an element. */
function isHash(card: unknown): boolean {
  return typeof card === 'object' && card !== null && !('mount' in card)
}

function noAction(status: string): ApiFailure {
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `The payment intent has the status ${status}; handleCardAction is for requires_action.`,
  }
}

export function sessionFor(origin: string, key: unknown, options: { stripeAccount?: string } = {}): Session {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError('Stripe() needs a publishable key: pk_…')
  }
  return { origin, key, account: options.stripeAccount ?? null }
}
