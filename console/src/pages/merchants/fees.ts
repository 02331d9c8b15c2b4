import { formatMoney, parseDecimal } from '../../components/money.tsx'

/** Basis points as people write them: 250 is "2.5%". */
export const percentText = (bps: number) => `${bps / 100}%`

const examples = ['usd', 'eur', 'jpy']

/** The fixed part is in the smallest unit of the payment's currency. */
export function feeText(fee: { feeBps: number; feeFixedCents: number }, currencies = examples): string {
  const { feeBps, feeFixedCents } = fee
  return percentText(feeBps) + (feeFixedCents > 0 ? ` + ${fixedFeeText(feeFixedCents, currencies)}` : '')
}

/** In three currencies: 30 is "$0.30 / €0.30 / ¥30". */
export function fixedFeeText(minorUnits: number, currencies = examples): string {
  return currencies.map(currency => formatMoney(minorUnits, currency)).join(' / ')
}

/** Parses typed basis points: null if empty, undefined if invalid. */
export function bpsOf(text: string): number | null | undefined {
  return numberIn(text, { decimals: 2, max: highestBps })
}

/** Parses typed minor units, in the same way. */
export function fixedFeeOf(text: string): number | null | undefined {
  return numberIn(text, { decimals: 0, max: highestFixedCents })
}

function numberIn(text: string, { decimals, max }: { decimals: number; max: number }) {
  if (text.trim() === '') return null
  const value = parseDecimal(text, decimals)
  return value !== null && value <= max ? value : undefined
}

const highestBps = 10_000
const highestFixedCents = 5_000_000
