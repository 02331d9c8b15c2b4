import { decimalsOf, signOf } from './currencies.ts'

export function formatMoney(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const value = (amount / 10 ** decimals).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return `${signOf(currency)}${value}`
}
