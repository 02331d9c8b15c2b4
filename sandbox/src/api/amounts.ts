import { currencies, minimumOf, stepOf } from '../currencies.ts'
import { formatMoney } from '../money.ts'
import { invalidRequest } from './errors.ts'

const maximum = 99_999_999

export function checkCurrency(currency: string): string {
  const known = currency.toLowerCase()
  if (currencies.has(known)) return known
  const list = [...currencies].join(', ')
  throw invalidRequest(`Invalid currency: ${known}. Stripe currently supports these currencies: ${list}`, {
    param: 'currency',
  })
}

export function checkAmount(amount: number, currency: string): void {
  const minimum = minimumOf(currency)
  if (amount < minimum) {
    const message = `Amount must be at least ${formatMoney(minimum, currency)} ${currency}`
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > maximum) {
    const message = `Amount must be no more than ${formatMoney(maximum, currency)} ${currency}`
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' })
  }
  const step = stepOf(currency)
  if (amount % step !== 0) {
    throw invalidRequest(`Amounts in ${currency} must be divisible by ${step}.`, { param: 'amount' })
  }
}
