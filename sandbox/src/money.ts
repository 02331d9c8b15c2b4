import { currencies, decimalsOf, minimumOf, signOf, stepOf } from './currencies.ts'
import { invalidRequest } from './http/api-error.ts'

const maximum = 99_999_999

export function formatMoney(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const value = (amount / 10 ** decimals).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return `${signOf(currency)}${value}`
}

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
