import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { paymentSnapshot } from '../../src/processors/stripe/mapping.ts'

const held = {
  id: 'pi_1',
  status: 'requires_capture',
  currency: 'usd',
  capture_method: 'manual',
  amount: 5000,
  amount_capturable: 5000,
  amount_received: 0,
  application_fee_amount: 100,
  last_payment_error: null,
} as Stripe.PaymentIntent

describe('a payment intent', () => {
  it.each([3000, 7000])('that is authorized has the amount that can be captured: %d', amount_capturable => {
    expect(paymentSnapshot({ ...held, amount_capturable }).amountCents).toBe(amount_capturable)
    const over = { ...held, amount_capturable: 0, amount_received: amount_capturable }
    expect(paymentSnapshot({ ...over, status: 'succeeded' })).toMatchObject({
      amountCents: 5000,
      capturedCents: amount_capturable,
    })
  })

  it('without a fee has a fee of zero', () => {
    expect(paymentSnapshot({ ...held, application_fee_amount: null }).feeCents).toBe(0)
  })

  it('is captured by itself, at once or a little later', () => {
    for (const capture_method of ['automatic', 'automatic_async'] as const) {
      expect(paymentSnapshot({ ...held, capture_method }).captureMethod).toBe('automatic')
    }
  })
})
