export interface PaymentFailure {
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
  readonly message?: string | undefined
}

/** A failed payment in words for the shopper, where Stripe's are for the developer. Pages and scripts share it. */
export function shopperMessage({ code, decline_code, message }: PaymentFailure): string {
  if (decline_code === 'test_mode_live_card') return 'Your card was declined. Only test cards work here.'
  if (code === 'payment_intent_payment_attempt_failed') {
    return 'The payment was not completed. Try again, or choose another way to pay.'
  }
  return message ?? 'Something went wrong. You were not charged; try again.'
}
