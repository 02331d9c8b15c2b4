/** What happens when a test card or bank account is charged. */
export type Behavior =
  | 'succeed'
  | Authentication
  | 'bypass_pending'
  | 'decline_once_attached'
  | 'dispute'
  | 'dispute_not_received'
  | 'dispute_inquiry'
  | 'dispute_noncompliant'
  | 'dispute_twice'
  | 'refund_pending'
  | 'refund_fail'
  | 'stay_processing'
  | 'redirect'
  | DeclineReason

export type DeclineReason = keyof typeof declines

export interface Decline {
  readonly code: string
  readonly decline_code: string
  readonly message: string
}

/** Stripe's codes and messages for declined cards and failed bank debits. */
export const declines = {
  generic_decline: card('card_declined', 'generic_decline', 'Your card was declined.'),
  insufficient_funds: card('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: card('card_declined', 'lost_card', 'Your card was declined.'),
  stolen_card: card('card_declined', 'stolen_card', 'Your card was declined.'),
  fraudulent: card('card_declined', 'fraudulent', 'Your card was declined.'),
  expired_card: card('expired_card', 'expired_card', 'Your card has expired.'),
  incorrect_cvc: card('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  processing_error: card(
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  card_velocity_exceeded: card(
    'card_declined',
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  not_a_test_card: card(
    'card_declined',
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
  authentication_error: card('card_declined', 'authentication_not_handled', 'Your card was declined.'),
  authentication_required: card(
    'authentication_required',
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
  ),
  bank_account_closed: card(
    'account_closed',
    'account_closed',
    "The customer's bank account has been closed.",
  ),
  bank_no_account: card('no_account', 'no_account', "The customer's bank account could not be located."),
  bank_insufficient_funds: card(
    'insufficient_funds',
    'insufficient_funds',
    "The customer's account has insufficient funds to cover this payment.",
  ),
  bank_debit_not_authorized: card(
    'debit_not_authorized',
    'debit_not_authorized',
    'The customer has notified their bank that this payment was unauthorized.',
  ),
} as const satisfies Record<string, Decline>

function card(code: string, decline_code: string, message: string): Decline {
  return { code, decline_code, message }
}

interface AuthenticationRule {
  /** When an off-session payment is declined because it needs 3-D Secure. */
  readonly offSession: 'always' | 'unless_set_up' | 'never'
  /** How the charge is declined after authentication, if it is. */
  readonly decline?: DeclineReason
}

/** Cards whose bank asks for 3-D Secure. */
const authentications = {
  authenticate: { offSession: 'always' },
  authenticate_unless_set_up: { offSession: 'unless_set_up' },
  authenticate_on_session: { offSession: 'never' },
  authenticate_then_decline: { offSession: 'always', decline: 'generic_decline' },
  authenticate_then_insufficient_funds: { offSession: 'always', decline: 'insufficient_funds' },
} as const satisfies Record<string, AuthenticationRule>

type Authentication = keyof typeof authentications

function authenticationOf(behavior: Behavior): AuthenticationRule | undefined {
  return Object.hasOwn(authentications, behavior) ? authentications[behavior as Authentication] : undefined
}

/** Whether the bank requires 3-D Secure, on session or off session. */
export function needsAuthentication(behavior: Behavior, offSession: boolean, isSetUp: boolean): boolean {
  const rule = authenticationOf(behavior)
  if (!rule || !offSession) return rule !== undefined
  return rule.offSession === 'always' || (rule.offSession === 'unless_set_up' && !isSetUp)
}

/** The decline of a charge, after any authentication. */
export function declineOf(behavior: Behavior): Decline | undefined {
  if (behavior === 'decline_once_attached') return declines.generic_decline
  const after = authenticationOf(behavior)?.decline
  if (after) return declines[after]
  return isDecline(behavior) ? declines[behavior] : undefined
}

/** The decline of attaching it to a customer: the bank checks the card, but nothing is charged. */
export function attachDeclineOf(behavior: Behavior): Decline | undefined {
  const isJudgedAtCharge = behavior === 'fraudulent' || behavior === 'not_a_test_card'
  return isDecline(behavior) && !isJudgedAtCharge && !behavior.startsWith('bank_')
    ? declines[behavior]
    : undefined
}

function isDecline(behavior: Behavior): behavior is DeclineReason {
  return Object.hasOwn(declines, behavior)
}
