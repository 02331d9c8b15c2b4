/** A bank account in the US that payouts go to. */
export interface PayoutAccount {
  readonly number: string
  readonly token: string
  /** Why payouts to it fail, if they do. */
  readonly payoutFailure: string | null
}

const payoutAccounts: readonly PayoutAccount[] = [
  { number: '000123456789', token: 'btok_us_verified', payoutFailure: null },
  { number: '000111111116', token: 'btok_us_verified_noAccount', payoutFailure: 'no_account' },
  { number: '000111111113', token: 'btok_us_verified_accountClosed', payoutFailure: 'account_closed' },
  {
    number: '000222222227',
    token: 'btok_us_verified_insufficientFunds',
    payoutFailure: 'insufficient_funds',
  },
  {
    number: '000333333335',
    token: 'btok_us_verified_debitNotAuthorized',
    payoutFailure: 'debit_not_authorized',
  },
  { number: '000444444440', token: 'btok_us_verified_invalidCurrency', payoutFailure: 'invalid_currency' },
]

export function payoutAccountByNumber(number: string): PayoutAccount | undefined {
  return payoutAccounts.find(candidate => candidate.number === number)
}

export function payoutAccountByToken(token: string): PayoutAccount | undefined {
  return payoutAccounts.find(candidate => candidate.token === token || token === 'btok_us')
}
