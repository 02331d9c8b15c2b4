import { brandOf } from './brands.ts'

/** A bank account or debit card in the US that payouts go to. */
export interface PayoutAccount {
  readonly number: string
  readonly token: string
  /** Why payouts to it fail, if they do. */
  readonly payoutFailure: string | null
  /** Only debit cards have a brand. */
  readonly brand?: string
  readonly isInstant?: boolean
}

const bankAccounts: readonly PayoutAccount[] = [
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

function debitCard(number: string, token: string, more: Partial<PayoutAccount> = {}): PayoutAccount {
  return { number, token, payoutFailure: null, brand: brandOf(number), isInstant: true, ...more }
}

const debitCards: readonly PayoutAccount[] = [
  debitCard('4000056655665556', 'tok_visa_debit'),
  debitCard('5200828282828210', 'tok_mastercard_debit'),
  debitCard('4000056655665556', 'tok_visa_debit_us_transferSuccess'),
  debitCard('4000056655665572', 'tok_visa_debit_us_transferFail', { payoutFailure: 'could_not_process' }),
  debitCard('4000056755665555', 'tok_visa_debit_us_instantPayoutUnsupported', { isInstant: false }),
  debitCard('5200828282828210', 'tok_mastercard_debit_us_transferSuccess'),
  debitCard('6011981111111113', 'tok_discover_debit_us_transferSuccess'),
]

export function payoutAccountByNumber(number: string): PayoutAccount | undefined {
  return bankAccounts.find(candidate => candidate.number === number)
}

export function payoutAccountByToken(token: string): PayoutAccount | undefined {
  const name = token === 'btok_us' ? 'btok_us_verified' : token
  return [...bankAccounts, ...debitCards].find(candidate => candidate.token === name)
}
