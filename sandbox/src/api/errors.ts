import type Stripe from 'stripe'

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

export interface ErrorBody {
  type: ErrorType
  code?: string
  message: string
  param?: string
  decline_code?: string
  charge?: string
  doc_url?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  setup_intent?: Stripe.SetupIntent
  advice_code?: string
  network_advice_code?: string
  network_decline_code?: string
}

/** An error in Stripe's format. Throwing it undoes the request's changes. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body
  }
}

export function docUrl(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

type Details = Omit<Partial<ErrorBody>, 'type' | 'message'>

export function invalidRequest(message: string, details: Details = {}, status = 400): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message, ...details })
}

export function missing(noun: string, id: string, param = 'id', status = 404): ApiError {
  return invalidRequest(`No such ${noun}: '${id}'`, { code: 'resource_missing', param }, status)
}
