import type { Behavior } from './behavior.ts'

interface TestCard {
  readonly number: string
  readonly token: string
  readonly behavior: Behavior
}

interface TestBankAccount {
  readonly number: string
  readonly token: string
  readonly behavior: Behavior
}

/** Stripe's test cards and the names they go by on the server. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', token: 'pm_card_visa', behavior: 'succeed' },
  { number: '4000056655665556', token: 'pm_card_visa_debit', behavior: 'succeed' },
  { number: '5555555555554444', token: 'pm_card_mastercard', behavior: 'succeed' },
  { number: '5200828282828210', token: 'pm_card_mastercard_debit', behavior: 'succeed' },
  { number: '378282246310005', token: 'pm_card_amex', behavior: 'succeed' },
  { number: '6011111111111117', token: 'pm_card_discover', behavior: 'succeed' },
  { number: '4000000000000077', token: 'pm_card_bypassPending', behavior: 'succeed' },
  { number: '4000000000000002', token: 'pm_card_visa_chargeDeclined', behavior: 'generic_decline' },
  {
    number: '4000000000009995',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    behavior: 'insufficient_funds',
  },
  { number: '4000000000009987', token: 'pm_card_visa_chargeDeclinedLostCard', behavior: 'lost_card' },
  { number: '4000000000009979', token: 'pm_card_visa_chargeDeclinedStolenCard', behavior: 'stolen_card' },
  {
    number: '4000000000006975',
    token: 'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
    behavior: 'card_velocity_exceeded',
  },
  { number: '4100000000000019', token: 'pm_card_radarBlock', behavior: 'fraudulent' },
  { number: '4000000000000341', token: 'pm_card_chargeCustomerFail', behavior: 'generic_decline' },
  { number: '4000000000000069', token: 'pm_card_chargeDeclinedExpiredCard', behavior: 'expired_card' },
  { number: '4000000000000127', token: 'pm_card_chargeDeclinedIncorrectCvc', behavior: 'incorrect_cvc' },
  {
    number: '4000000000000119',
    token: 'pm_card_chargeDeclinedProcessingError',
    behavior: 'processing_error',
  },
  { number: '4000000000003220', token: 'pm_card_threeDSecure2Required', behavior: 'authenticate' },
  { number: '4000002500003155', token: 'pm_card_authenticationRequired', behavior: 'authenticate' },
  { number: '4000000000000259', token: 'pm_card_createDispute', behavior: 'dispute' },
  {
    number: '4000000000002685',
    token: 'pm_card_createDisputeProductNotReceived',
    behavior: 'dispute_not_received',
  },
  { number: '4000000000001976', token: 'pm_card_createDisputeInquiry', behavior: 'dispute_inquiry' },
  { number: '4000000000007726', token: 'pm_card_pendingRefund', behavior: 'refund_pending' },
  { number: '4000000000005126', token: 'pm_card_refundFail', behavior: 'refund_fail' },
]

/** The short names of the generic declines are tokens of Stripe's too. */
export const tokenAliases = new Map(
  Object.entries({
    pm_card_chargeDeclined: 'pm_card_visa_chargeDeclined',
    pm_card_chargeDeclinedInsufficientFunds: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    pm_card_chargeDeclinedLostCard: 'pm_card_visa_chargeDeclinedLostCard',
    pm_card_chargeDeclinedStolenCard: 'pm_card_visa_chargeDeclinedStolenCard',
    pm_card_visa_chargeDeclinedExpiredCard: 'pm_card_chargeDeclinedExpiredCard',
    pm_card_visa_chargeDeclinedIncorrectCvc: 'pm_card_chargeDeclinedIncorrectCvc',
    pm_card_visa_chargeDeclinedProcessingError: 'pm_card_chargeDeclinedProcessingError',
  }),
)

export const testBankAccounts: readonly TestBankAccount[] = [
  { number: '000123456789', token: 'pm_usBankAccount_success', behavior: 'succeed' },
  { number: '000111111113', token: 'pm_usBankAccount_accountClosed', behavior: 'bank_account_closed' },
  { number: '000111111116', token: 'pm_usBankAccount_noAccount', behavior: 'bank_no_account' },
  {
    number: '000222222227',
    token: 'pm_usBankAccount_insufficientFunds',
    behavior: 'bank_insufficient_funds',
  },
  {
    number: '000333333335',
    token: 'pm_usBankAccount_debitNotAuthorized',
    behavior: 'bank_debit_not_authorized',
  },
  { number: '000555555559', token: 'pm_usBankAccount_dispute', behavior: 'dispute' },
  { number: '000000000009', token: 'pm_usBankAccount_processing', behavior: 'stay_processing' },
]

export const testRoutingNumber = '110000000'

export function brandOf(number: string): string {
  if (/^4/.test(number)) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(6011|65|64[4-9])/.test(number)) return 'discover'
  if (/^35/.test(number)) return 'jcb'
  if (/^3(0|6|8)/.test(number)) return 'diners'
  return 'unknown'
}
