import { type Decline, type DeclineReason, declines } from './declines.ts'

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

interface AuthenticationRule {
  /** When an off-session payment is declined because it needs 3-D Secure. */
  readonly offSession: 'always' | 'unless_set_up' | 'never'
  /** Without this, on-session payments always require it. */
  readonly onSession?: 'if_requested'
  /** How the charge is declined after authentication, if it is. */
  readonly decline?: DeclineReason
}

/** Cards whose bank asks for 3-D Secure. */
const authentications = {
  authenticate_if_requested: { offSession: 'never', onSession: 'if_requested' },
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

interface Circumstances {
  readonly offSession: boolean
  /** The card has been set up for off-session payments. */
  readonly isSetUp: boolean
  /** The merchant asks for 3-D Secure although the bank may not require it. */
  readonly isRequested: boolean
}

/** Whether the shopper has to authenticate. */
export function needsAuthentication(
  behavior: Behavior,
  { offSession, isSetUp, isRequested }: Circumstances,
): boolean {
  const rule = authenticationOf(behavior)
  if (!rule) return false
  if (!offSession) return rule.onSession !== 'if_requested' || isRequested
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
  return isDecline(behavior) &&
    !isJudgedAtCharge &&
    !behavior.startsWith('bank_') &&
    behavior !== 'debit_failed'
    ? declines[behavior]
    : undefined
}

function isDecline(behavior: Behavior): behavior is DeclineReason {
  return Object.hasOwn(declines, behavior)
}
