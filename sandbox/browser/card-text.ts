import { brandOf } from '../src/simulated/brands.ts'
import { passesLuhn } from '../src/simulated/luhn.ts'

export { brandOf }

export function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}

/** The minimum and maximum number of digits. */
function lengthsOf(brand: string): readonly [least: number, most: number] {
  if (brand === 'amex') return [15, 15]
  if (brand === 'diners') return [14, 16]
  return [16, brand === 'unknown' || brand === 'unionpay' ? 19 : 16]
}

/** Groups of four; American Express 4-6-5. */
export function formatNumber(text: string): string {
  const number = digits(text)
  const brand = brandOf(number)
  const kept = number.slice(0, lengthsOf(brand)[1])
  const groups = brand === 'amex' ? /^(\d{0,4})(\d{0,6})(\d*)$/ : /(\d{1,4})/g
  const parts = brand === 'amex' ? (groups.exec(kept)?.slice(1) ?? []) : (kept.match(groups) ?? [])
  return parts.filter(part => part !== '').join(' ')
}

/** `3` becomes `03 / `, since no month begins with it. */
export function formatExpiry(text: string): string {
  let number = digits(text)
  if (/^[2-9]/.test(number) || /^\d\s*\//.test(text.trim())) number = `0${number}`
  number = number.length === 6 ? number.slice(0, 2) + number.slice(4) : number.slice(0, 4)
  return number.length > 2 ? `${number.slice(0, 2)} / ${number.slice(2)}` : number
}

interface Expiry {
  readonly month: number
  readonly year: number
}

export function readExpiry(text: string): Expiry {
  const number = digits(text)
  return { month: Number(number.slice(0, 2)), year: 2000 + Number(number.slice(2)) }
}

/** A problem with a field, worded for the shopper; null if there is none. */
export interface Flaw {
  readonly code: string
  readonly message: string
}

export function numberFlaw(text: string): Flaw | null {
  const number = digits(text)
  if (number.length < lengthsOf(brandOf(number))[0]) {
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' }
  }
  return passesLuhn(number) ? null : { code: 'invalid_number', message: 'Your card number is invalid.' }
}

export function expiryFlaw(text: string, today: Date): Flaw | null {
  if (digits(text).length < 4) {
    return { code: 'incomplete_expiry', message: 'Your card’s expiry date is incomplete.' }
  }
  const { month, year } = readExpiry(text)
  if (month < 1 || month > 12) {
    return { code: 'invalid_expiry_month', message: 'Your card’s expiry month is invalid.' }
  }
  const isPast = year * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1
  return isPast
    ? { code: 'invalid_expiry_year_past', message: 'Your card’s expiry date is in the past.' }
    : null
}

export function cvcFlaw(text: string, number: string): Flaw | null {
  const wanted = brandOf(digits(number)) === 'amex' ? 4 : 3
  return digits(text).length < wanted
    ? { code: 'incomplete_cvc', message: 'Your card’s security code is incomplete.' }
    : null
}
