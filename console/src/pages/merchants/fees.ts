/** Basis points as people write them: 250 is "2.5%". */
export const percentText = (bps: number) => `${(bps / 100).toLocaleString('en-US')}%`

/** The fixed part is in the payment's currency, whichever that is. */
export function feeText({ feeBps, feeFixedCents }: { feeBps: number; feeFixedCents: number }): string {
  const fixed = feeFixedCents > 0 ? ` + ${(feeFixedCents / 100).toFixed(2)}` : ''
  return percentText(feeBps) + fixed
}

/** What a person typed: null for nothing, undefined when it is no such number. */
export function hundredths(text: string, max: number): number | null | undefined {
  const plain = text.trim()
  if (plain === '') return null
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(plain)) return undefined
  const value = Math.round(Number(plain) * 100)
  return value <= max ? value : undefined
}

export const highestBps = 10_000
export const highestFixedCents = 5_000_000
