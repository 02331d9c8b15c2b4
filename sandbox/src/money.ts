import { invalidRequest } from './http/api-error.ts'

/** Per currency: sign, decimals and the smallest charge in minor units. */
const currencies: Readonly<Record<string, readonly [sign: string, decimals: number, minimum: number]>> = {
  usd: ['$', 2, 50],
  aed: ['د.إ', 2, 200],
  aud: ['$', 2, 50],
  brl: ['R$', 2, 50],
  cad: ['$', 2, 50],
  chf: ['CHF', 2, 50],
  czk: ['Kč', 2, 1500],
  dkk: ['kr.', 2, 250],
  eur: ['€', 2, 50],
  gbp: ['£', 2, 30],
  hkd: ['$', 2, 400],
  huf: ['Ft', 2, 17500],
  inr: ['₹', 2, 50],
  jpy: ['¥', 0, 50],
  mxn: ['$', 2, 1000],
  myr: ['RM', 2, 200],
  nok: ['kr', 2, 300],
  nzd: ['$', 2, 50],
  pln: ['zł', 2, 200],
  ron: ['lei', 2, 200],
  sek: ['kr', 2, 300],
  sgd: ['$', 2, 50],
  thb: ['฿', 2, 1000],
}

const maximum = 99_999_999

export function formatMoney(amount: number, currency: string): string {
  const [sign, decimals] = currencies[currency] ?? ['', 2]
  const value = (amount / 10 ** decimals).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return `${sign}${value}`
}

export function checkCurrency(currency: string): string {
  const known = currency.toLowerCase()
  if (Object.hasOwn(currencies, known)) return known
  const list = Object.keys(currencies).join(', ')
  throw invalidRequest(`Invalid currency: ${known}. Stripe currently supports these currencies: ${list}`, {
    param: 'currency',
  })
}

export function checkAmount(amount: number, currency: string): void {
  const minimum = currencies[currency]?.[2] ?? 50
  if (amount < minimum) {
    const message = `Amount must be at least ${formatMoney(minimum, currency)} ${currency}`
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > maximum) {
    const message = `Amount must be no more than ${formatMoney(maximum, currency)} ${currency}`
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' })
  }
}
