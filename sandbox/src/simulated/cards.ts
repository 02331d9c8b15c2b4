import type { Behavior } from './behavior.ts'

export type Funding = 'credit' | 'debit' | 'prepaid'

/** Checks that fail although the charge succeeds. */
export interface FailedChecks {
  readonly cvc?: 'fail'
  readonly line1?: 'fail' | 'unavailable'
  readonly postalCode?: 'fail' | 'unavailable'
}

/** The expiry date of the cards behind test tokens. */
export const tokenExpiry = { exp_month: 12, exp_year: 2034 } as const

interface SimulatedCard {
  readonly number: string
  /** Its name on the server, such as `pm_card_visa`; some have none. */
  readonly token: string | null
  readonly behavior: Behavior
  readonly country: string
  readonly funding: Funding
  readonly checks?: FailedChecks
  readonly risk?: 'elevated'
  /** How the shopper is verified at a reader. */
  readonly pin?: 'offline_pin' | 'online_pin'
}

/** Accepted cards by brand: number, token, and country and funding unless US and credit. */
const byBrand = `
  4242424242424242 pm_card_visa
  4000056655665556 pm_card_visa_debit US debit
  5555555555554444 pm_card_mastercard
  2223003122003222 -
  5200828282828210 pm_card_mastercard_debit US debit
  5105105105105100 pm_card_mastercard_prepaid US prepaid
  378282246310005 pm_card_amex
  371449635398431 -
  6011111111111117 pm_card_discover
  6011000990139424 -
  6011981111111113 - US debit
  3056930009020004 pm_card_diners
  36227206271667 -
  3566002020360505 pm_card_jcb JP
  6200000000000005 pm_card_unionpay CN
  6200000000000047 - CN debit
`

/** Accepted cards by country. */
const byCountry = `
  4000000320000021 pm_card_ar AR
  4000000760000002 pm_card_br BR
  4000001240000000 pm_card_ca CA
  4000001520000001 pm_card_cl CL
  4000001700000003 pm_card_co CO
  4000001880000005 pm_card_cr CR
  4000002180000000 pm_card_ec EC
  4000004840008001 pm_card_mx MX
  4000005910000000 pm_card_pa PA
  4000006000000066 pm_card_py PY
  4000006040000068 pm_card_pe PE
  4000008580000003 pm_card_uy UY
  4000007840000001 pm_card_ae AE
  4000000400000008 pm_card_at AT
  4000000560000004 pm_card_be BE
  4000001000000000 pm_card_bg BG
  4000001120000005 pm_card_by BY
  4000001910000009 pm_card_hr HR
  4000001960000008 pm_card_cy CY
  4000002030000002 pm_card_cz CZ
  4000002080000001 pm_card_dk DK
  4000002330000009 pm_card_ee EE
  4000002460000001 pm_card_fi FI
  4000002500000003 pm_card_fr FR
  4000002760000016 pm_card_de DE
  4000002920000005 pm_card_gi GI
  4000003000000030 pm_card_gr GR
  4000003480000005 pm_card_hu HU
  4000003720000005 pm_card_ie IE
  4000003800000008 pm_card_it IT
  4000004280000005 pm_card_lv LV
  4000004380000004 pm_card_li LI
  4000004400000000 pm_card_lt LT
  4000004420000006 pm_card_lu LU
  4000004700000007 pm_card_mt MT
  4000005280000002 pm_card_nl NL
  4000005780000007 pm_card_no NO
  4000006160000005 pm_card_pl PL
  4000006200000007 pm_card_pt PT
  4000006420000001 pm_card_ro RO
  4000006820000007 pm_card_sa SA
  4000007050000006 pm_card_si SI
  4000007030000001 pm_card_sk SK
  4000007240000007 pm_card_es ES
  4000007520000008 pm_card_se SE
  4000007560000009 pm_card_ch CH
  4000008260000000 pm_card_gb GB
  4000058260000005 pm_card_gb_debit GB debit
  5555558265554449 pm_card_gb_mastercard GB
  4000000360000006 pm_card_au AU
  4000001560000002 pm_card_cn CN
  4000003440000004 pm_card_hk HK
  4000003560000008 pm_card_in IN
  4000003920000003 pm_card_jp JP
  3530111333300000 - JP
  4000004580000002 pm_card_my MY
  4000005540000008 pm_card_nz NZ
  4000007020000003 pm_card_sg SG
  4000001580000008 pm_card_tw TW
  4000007640000003 pm_card_th TH
`

/** For readers: Interac in Canada and eftpos in Australia. */
const inPerson = `
  4506445006931933 - CA debit
  6280000360000978 - AU debit
  4000050360000001 - AU debit
  5555050360000080 - AU debit
`

function accepted(table: string): SimulatedCard[] {
  const rows = table.trim().split('\n')
  return rows.map(row => {
    const [number = '', token = '-', country = 'US', funding = 'credit'] = row.trim().split(' ')
    const name = token === '-' ? null : token
    return { number, token: name, behavior: 'succeed', country, funding: funding as Funding }
  })
}

function card(number: string, token: string | null, behavior: Behavior, more = {}): SimulatedCard {
  return { number, token, behavior, country: 'US', funding: 'credit', ...more }
}

const bothFail = { line1: 'fail', postalCode: 'fail' } as const
const unavailable = { line1: 'unavailable', postalCode: 'unavailable' } as const

/** Stripe's test cards. */
const cards: readonly SimulatedCard[] = [
  ...accepted(byBrand),
  ...accepted(byCountry),
  ...accepted(inPerson),
  card('4000000000000077', 'pm_card_bypassPending', 'bypass_pending'),
  card('4000003720000278', 'pm_card_bypassPendingInternational', 'bypass_pending', { country: 'IE' }),
  card('4000000000000093', 'pm_card_domesticPricing', 'succeed'),
  card('4000000000000010', 'pm_card_avsFail', 'succeed', { checks: bothFail }),
  card('4000000000000028', 'pm_card_avsLine1Fail', 'succeed', { checks: { line1: 'fail' } }),
  card('4000000000000036', 'pm_card_avsZipFail', 'succeed', { checks: { postalCode: 'fail' } }),
  card('4000000000000044', 'pm_card_avsUnchecked', 'succeed', { checks: unavailable }),
  card('4000000000000101', 'pm_card_cvcCheckFail', 'succeed', { checks: { cvc: 'fail' } }),
  card('4000000000009235', 'pm_card_riskLevelElevated', 'succeed', { risk: 'elevated' }),
  card('4000000000000002', 'pm_card_visa_chargeDeclined', 'generic_decline'),
  card('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'),
  card('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', 'lost_card'),
  card('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', 'stolen_card'),
  card('4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_velocity_exceeded'),
  card('4100000000000019', 'pm_card_radarBlock', 'fraudulent'),
  card('4000000000004954', 'pm_card_riskLevelHighest', 'fraudulent'),
  card('4000000000000341', 'pm_card_chargeCustomerFail', 'decline_once_attached'),
  card('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'expired_card'),
  card('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'),
  card('4000000000000119', 'pm_card_chargeDeclinedProcessingError', 'processing_error'),
  card('4000000000003220', 'pm_card_threeDSecure2Required', 'authenticate', { country: 'IE' }),
  card('4000008400000027', null, 'authenticate'),
  card('4000000000003063', 'pm_card_threeDSecureRequired', 'authenticate'),
  card('4000002760003184', null, 'authenticate', { country: 'DE' }),
  card('4000002500003155', 'pm_card_authenticationRequired', 'authenticate_unless_set_up', { country: 'FR' }),
  card('4000003800000446', 'pm_card_authenticationRequiredSetupForOffSession', 'authenticate_on_session', {
    country: 'IT',
  }),
  card(
    '4000008260003178',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    'authenticate_then_insufficient_funds',
    { country: 'GB' },
  ),
  card('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', 'authenticate_then_decline'),
  card('4000008400001280', 'pm_card_threeDSecureRequiredProcessingError', 'authentication_error'),
  card('4000000000003055', 'pm_card_threeDSecureOptional', 'authenticate_if_requested'),
  card('4000000000003097', 'pm_card_threeDSecureOptionalProcessingError', 'succeed'),
  card('4000000000000259', 'pm_card_createDispute', 'dispute'),
  card('4000000000002685', 'pm_card_createDisputeProductNotReceived', 'dispute_not_received'),
  card('4000000000001976', 'pm_card_createDisputeInquiry', 'dispute_inquiry'),
  card('4000000404000079', 'pm_card_createMultipleDisputes', 'dispute_twice'),
  card('4000000404000038', 'pm_card_createCe3EligibleDispute', 'dispute'),
  card('4000008400000779', 'pm_card_createComplianceDispute', 'dispute_noncompliant'),
  card('4000000000005423', 'pm_card_createIssuerFraudRecord', 'succeed'),
  card('4000000000007726', 'pm_card_pendingRefund', 'refund_pending'),
  card('4000000000005126', 'pm_card_refundFail', 'refund_fail'),
  card('4001007020000002', null, 'succeed', { pin: 'offline_pin', country: 'SG' }),
  card('4000008260000075', null, 'succeed', { pin: 'offline_pin', country: 'GB' }),
  card('4001000360000005', null, 'succeed', { pin: 'online_pin', country: 'AU' }),
  card('4000002760000008', null, 'succeed', { pin: 'online_pin', country: 'DE' }),
]

/** Other tokens for the same cards. */
const aliases = new Map(
  Object.entries({
    pm_card_us: 'pm_card_visa',
    pm_card_amex_threeDSecureNotSupported: 'pm_card_amex',
    pm_card_authenticationRequiredOnSetup: 'pm_card_authenticationRequired',
    pm_card_chargeDeclined: 'pm_card_visa_chargeDeclined',
    pm_card_chargeDeclinedFraudulent: 'pm_card_radarBlock',
    pm_card_chargeDeclinedInsufficientFunds: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    pm_card_chargeDeclinedLostCard: 'pm_card_visa_chargeDeclinedLostCard',
    pm_card_chargeDeclinedStolenCard: 'pm_card_visa_chargeDeclinedStolenCard',
    pm_card_visa_chargeDeclinedExpiredCard: 'pm_card_chargeDeclinedExpiredCard',
    pm_card_visa_chargeDeclinedIncorrectCvc: 'pm_card_chargeDeclinedIncorrectCvc',
    pm_card_visa_chargeDeclinedProcessingError: 'pm_card_chargeDeclinedProcessingError',
  }),
)

export function cardByToken(token: string): SimulatedCard | undefined {
  const name = aliases.get(token) ?? token
  return cards.find(candidate => candidate.token === name)
}

export function cardByNumber(number: string): SimulatedCard | undefined {
  return cards.find(candidate => candidate.number === number)
}
