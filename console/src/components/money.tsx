import { grouped } from './numbers.ts'

/** The processor's minor units. Browsers differ: they give the forint and the Colombian peso no decimals. */
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const withThreeDecimals = new Set('bhd iqd jod kwd lyd omr tnd'.split(' '))
/** Two decimals at the processor, which are always zero. */
const wholeOnly = new Set(['isk', 'ugx'])

export function decimalsOf(currency: string): number {
  if (withoutDecimals.has(currency)) return 0
  return withThreeDecimals.has(currency) ? 3 : 2
}

/** Symbols that people in the United States know. Other currencies are preceded by their code. */
const signs: Readonly<Record<string, string>> = {
  aud: 'A$',
  brl: 'R$',
  cad: 'CA$',
  cny: 'CN¥',
  eur: '€',
  gbp: '£',
  hkd: 'HK$',
  ils: '₪',
  inr: '₹',
  jpy: '¥',
  krw: '₩',
  mxn: 'MX$',
  nzd: 'NZ$',
  php: '₱',
  twd: 'NT$',
  usd: '$',
  vnd: '₫',
  xaf: 'FCFA\u00a0',
  xcd: 'EC$',
  xof: 'F\u202fCFA\u00a0',
  xpf: 'CFPF\u00a0',
}

/** All currencies, the most common ones first. */
export function currencies(): readonly string[] {
  const common = ['usd', 'eur', 'gbp', 'jpy']
  const known = Intl.supportedValuesOf('currency').map(code => code.toLowerCase())
  return [...common, ...known.filter(code => !common.includes(code))]
}

/** In English notation: $29.99, ¥5,000. Creating the browser's own formats would take a tenth of a first visit. */
export function formatMoney(minorUnits: number, currency: string): string {
  const value = Math.abs(minorUnits) / 10 ** decimalsOf(currency)
  const digits = grouped(value.toFixed(wholeOnly.has(currency) ? 0 : decimalsOf(currency)))
  const sign = signs[currency] ?? `${currency.toUpperCase()}\u00a0`
  return (minorUnits < 0 ? '-' : '') + sign + digits
}

/** Short, for the axis of a plot: $0.05, $300, $12K. */
export function formatMoneyShort(minorUnits: number, currency: string): string {
  const value = minorUnits / 10 ** decimalsOf(currency)
  if (Math.abs(value) < 1000) return formatMoney(minorUnits, currency).replace(/\.0+$/, '')
  const options = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat('en-US', options).format(value)
}

/**
 * Parses a typed number into units of its last decimal; null if it is invalid. Commas only group thousands: `3,60` is
 * invalid, because it could be read as 360. If a comma could also be a decimal point, as in `1,234` with three
 * decimals, the number must contain a point.
 */
export function parseDecimal(text: string, decimals: number): number | null {
  const match = /^(\d{1,12}|[1-9]\d{0,2}(?:,\d{3}){1,3})(?:\.(\d*))?$/.exec(text.trim())
  if (!match) return null
  const [, whole = '', fraction] = match
  const isAmbiguous = decimals === 3 && fraction === undefined && /^\d+,\d+$/.test(whole)
  if (isAmbiguous || (fraction ?? '').length > decimals) return null
  return Number(whole.replaceAll(',', '') + (fraction ?? '').padEnd(decimals, '0'))
}

/** Parses a typed amount into minor units; null if it is not an amount of this currency. */
export const parseMoney = (text: string, currency: string) => parseDecimal(text, decimalsOf(currency))

/** The same for an amount to move: also null if it is zero or exceeds the maximum. */
export function amountIn(text: string, currency: string, most: number): number | null {
  const cents = parseMoney(text, currency)
  return cents !== null && cents > 0 && cents <= most ? cents : null
}

/** As a person would type it into a field: 29.99 */
export function plainMoney(minorUnits: number, currency: string): string {
  const decimals = decimalsOf(currency)
  return (minorUnits / 10 ** decimals).toFixed(decimals)
}

/** A hint for an invalid amount, such as one with a decimal comma or out of bounds. */
export function amountHint(text: string, currency: string, most?: number): string {
  if (most !== undefined && parseMoney(text, currency) !== null)
    return `Enter an amount up to ${formatMoney(most, currency)}`
  const withPoint = /^\d+,\d+$/.test(text.trim()) ? text.trim().replace(',', '.') : ''
  if (parseMoney(withPoint, currency) !== null)
    return `Use a period for decimals: ${withPoint}. Commas only group thousands.`
  return `Enter an amount such as ${plainMoney(most ?? 10 ** decimalsOf(currency) * 50, currency)}`
}

export function Money({ cents, currency }: { cents: number; currency: string }) {
  return <span className="money">{formatMoney(cents, currency)}</span>
}
