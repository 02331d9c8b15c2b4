interface PaymentFailure {
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
  readonly message?: string | undefined
}

/** A message for the shopper about a failed payment. Stripe's own messages are meant for developers. */
export function shopperMessage({ code, decline_code, message }: PaymentFailure): string {
  if (decline_code === 'test_mode_live_card') return 'Your card was declined. Only test cards work here.'
  if (code === 'payment_intent_payment_attempt_failed') {
    return 'The payment was not completed. Try again, or choose another way to pay.'
  }
  return message ?? 'Something went wrong. You were not charged; try again.'
}
