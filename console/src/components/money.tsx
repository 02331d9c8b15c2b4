/** The processor still counts two decimals in currencies that have dropped them. */
const decimalsAtProcessor: Readonly<Record<string, number>> = { isk: 2, ugx: 2 }

interface Format {
  format: Intl.NumberFormat
  decimals: number
}

/** One for each currency: to make one takes longer than to format a page of amounts. */
const formats = new Map<string, Format>()

function formatOf(currency: string): Format {
  const known = formats.get(currency) ?? newFormat(currency)
  formats.set(currency, known)
  return known
}

function newFormat(currency: string): Format {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const decimals = decimalsAtProcessor[currency] ?? format.resolvedOptions().maximumFractionDigits ?? 2
  return { format, decimals }
}

export const decimalsOf = (currency: string) => formatOf(currency).decimals

/** All currencies, the most common ones first. */
export function currencies(): readonly string[] {
  const common = ['usd', 'eur', 'gbp', 'jpy']
  const known = Intl.supportedValuesOf('currency').map(code => code.toLowerCase())
  return [...common, ...known.filter(code => !common.includes(code))]
}

/** As written in English: $29.99, ¥5,000. */
export function formatMoney(minorUnits: number, currency: string): string {
  const { format, decimals } = formatOf(currency)
  return format.format(minorUnits / 10 ** decimals)
}

/** Short, for the axis of a plot: $12K. */
export function formatMoneyShort(minorUnits: number, currency: string): string {
  const value = minorUnits / 10 ** decimalsOf(currency)
  const options = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat('en-US', options).format(value)
}

/** Parses a typed amount into minor units; null if it is not an amount of this currency. */
export function parseMoney(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency)
  const plain = text.trim().replaceAll(',', '')
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(plain)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  if (fraction.length > decimals) return null
  return Number(whole + fraction.padEnd(decimals, '0'))
}

/** As a person would type it into a field: 29.99 */
export function plainMoney(minorUnits: number, currency: string): string {
  const decimals = decimalsOf(currency)
  return (minorUnits / 10 ** decimals).toFixed(decimals)
}

export function Money({ cents, currency }: { cents: number; currency: string }) {
  return <span className="money">{formatMoney(cents, currency)}</span>
}
