import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { refusalProblem } from '../../src/processors/refusal-problem.ts'
import { outcomeOf } from '../../src/processors/stripe/outcome.ts'

interface Said {
  status?: number
  type?: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error'
  code?: string
  param?: string
}

async function refusalTo({ status = 400, type = 'invalid_request_error', code, param }: Said) {
  const message = 'No: sk_test_51Secret is not liked.'
  const raw = { statusCode: status, type, message, ...(code ? { code } : {}), ...(param ? { param } : {}) }
  const outcome = await outcomeOf(() => Promise.reject(Stripe.errors.StripeError.generate(raw)))
  if (outcome.kind !== 'refused') throw new Error(`not refused: ${JSON.stringify(outcome)}`)
  return outcome.refusal
}

const payment = { currentStatus: 'succeeded', allowedFrom: ['requires_capture'] }

describe('Stripe’s refusals, and the problems that callers get for them', () => {
  it.each<[Said, number, string]>([
    [{ param: 'amount' }, 400, 'amountCents'],
    [{ code: 'amount_too_small' }, 400, 'amountCents'],
    [{ code: 'amount_too_large', param: 'amount_to_capture' }, 400, 'amountCents'],
    [{ param: 'payment_method_types[1]' }, 400, 'paymentMethodTypes'],
    [{ code: 'payment_method_unactivated', param: 'payment_method' }, 400, 'paymentMethodTypes'],
    [{ code: 'resource_missing', param: 'customer' }, 400, 'customerRef'],
    [{ status: 404, code: 'resource_missing', param: 'location' }, 400, 'locationId'],
    [{ param: 'metadata[orderRef]' }, 400, 'orderRef'],
    [{ param: 'address[postal_code]' }, 400, 'postalCode'],
    [{ code: 'country_unsupported' }, 400, 'country'],
    [{ code: 'email_invalid' }, 400, 'email'],
    [{ code: 'url_invalid', param: 'refresh_url' }, 400, 'refreshUrl'],
    [{}, 400, ''],
  ])('%j is %i about %s', async (said, status, path) => {
    const problem = refusalProblem(await refusalTo(said))
    expect(problem.status).toBe(status)
    expect(problem.extras.errors?.map(error => error.path)).toEqual([path])
  })

  it.each<[Said, number, string]>([
    [{ code: 'charge_disputed' }, 409, 'invalid_state'],
    [{ code: 'charge_not_refundable', param: 'charge' }, 409, 'invalid_state'],
    [{ code: 'payment_intent_unexpected_state', param: 'intent' }, 409, 'invalid_state'],
    [{ param: 'payment_intent' }, 409, 'invalid_state'],
    [{ code: 'balance_insufficient' }, 409, 'invalid_state'],
    [{ status: 402, type: 'card_error', code: 'card_declined' }, 409, 'invalid_state'],
    [{ type: 'idempotency_error' }, 409, 'idempotency_conflict'],
    [{ status: 403, code: 'account_invalid' }, 400, 'no_connected_account'],
    [{ status: 429, code: 'rate_limit' }, 503, 'unavailable'],
    [{ status: 429, code: 'lock_timeout' }, 503, 'unavailable'],
    [{ status: 401 }, 502, 'processor_error'],
    [{ status: 403 }, 502, 'processor_error'],
    [{ status: 404 }, 502, 'processor_error'],
    [{ status: 404, code: 'resource_missing', param: 'intent' }, 502, 'processor_error'],
    [{ code: 'parameter_unknown', param: 'amount' }, 502, 'processor_error'],
    [{ param: 'application_fee_amount' }, 502, 'processor_error'],
  ])('%j is %i %s', async (said, status, code) => {
    const problem = refusalProblem(await refusalTo(said), payment)
    expect([problem.status, problem.code]).toEqual([status, code])
    expect(problem.extras.currentStatus).toBe(code === 'invalid_state' ? 'succeeded' : undefined)
    expect(problem.extras.headers?.['retry-after']).toBe(status === 503 ? '2' : undefined)
    expect(problem.message).not.toContain('Secret')
  })
})
