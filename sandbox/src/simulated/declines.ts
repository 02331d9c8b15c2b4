/** A declined card or a failed bank debit, in the fields of Stripe's errors. */
export interface Decline {
  readonly code: string
  readonly decline_code: string
  readonly message: string
  /** The part of the card that is wrong. */
  readonly param?: string
  /** The advice of Stripe and the card network, and the network's own code. */
  readonly advice_code?: string
  readonly network_advice_code?: string
  readonly network_decline_code?: string
}

export type DeclineReason = keyof typeof declines

const later = { advice_code: 'try_again_later' } as const
const never = { advice_code: 'do_not_try_again', network_advice_code: '01' } as const
const corrected = { advice_code: 'confirm_card_data', network_advice_code: '03' } as const

/** Stripe's codes and messages for declined cards and failed bank debits. */
export const declines = {
  generic_decline: decline('card_declined', 'generic_decline', 'Your card was declined.', {
    ...later,
    network_decline_code: '01',
  }),
  insufficient_funds: decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.', {
    ...later,
    network_advice_code: '02',
    network_decline_code: '51',
  }),
  lost_card: decline('card_declined', 'lost_card', 'Your card was declined.', {
    ...never,
    network_decline_code: '41',
  }),
  stolen_card: decline('card_declined', 'stolen_card', 'Your card was declined.', {
    ...never,
    network_decline_code: '43',
  }),
  /** Stripe blocks it before it reaches the network. */
  fraudulent: decline('card_declined', 'fraudulent', 'Your card was declined.', {
    advice_code: 'do_not_try_again',
  }),
  expired_card: decline('expired_card', 'expired_card', 'Your card has expired.', {
    ...corrected,
    network_decline_code: '54',
    param: 'exp_month',
  }),
  incorrect_cvc: decline('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect.", {
    ...corrected,
    network_decline_code: 'N7',
    param: 'cvc',
  }),
  processing_error: decline(
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    { ...later, network_decline_code: '06' },
  ),
  card_velocity_exceeded: decline(
    'card_declined',
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    { ...later, network_advice_code: '02', network_decline_code: '61' },
  ),
  not_a_test_card: decline(
    'card_declined',
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    later,
  ),
  authentication_error: decline(
    'card_declined',
    'authentication_not_handled',
    'Your card was declined.',
    later,
  ),
  authentication_required: decline(
    'authentication_required',
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
    later,
  ),
  bank_account_closed: decline(
    'account_closed',
    'account_closed',
    "The customer's bank account has been closed.",
  ),
  bank_no_account: decline('no_account', 'no_account', "The customer's bank account could not be located."),
  bank_insufficient_funds: decline(
    'insufficient_funds',
    'insufficient_funds',
    "The customer's account has insufficient funds to cover this payment.",
  ),
  bank_debit_not_authorized: decline(
    'debit_not_authorized',
    'debit_not_authorized',
    'The customer has notified their bank that this payment was unauthorized.',
  ),
  debit_failed: decline(
    'payment_intent_payment_attempt_failed',
    'generic_could_not_process',
    "The customer's bank could not process the debit.",
  ),
} as const satisfies Record<string, Decline>

function decline(code: string, decline_code: string, message: string, more: Partial<Decline> = {}): Decline {
  return { code, decline_code, message, ...more }
}

/** The decline behind a charge, which keeps only the decline's codes. */
export function declineByCodes(code: string, declineCode: string): Decline | undefined {
  const all: readonly Decline[] = Object.values(declines)
  return all.find(candidate => candidate.code === code && candidate.decline_code === declineCode)
}
