import type { Behavior } from './behavior.ts'

interface SimulatedBankAccount {
  readonly number: string
  readonly token: string
  readonly behavior: Behavior
}

export const bankAccounts: readonly SimulatedBankAccount[] = [
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

export const routingNumber = '110000000'
