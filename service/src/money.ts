/** Integer cents times basis points, rounded half up, in whole cents. */
function basisPointsOf(amountCents: number, bps: number): number {
  return Math.floor((amountCents * bps + 5_000) / 10_000)
}

export interface FeePolicy {
  bps: number
  fixedCents: number
}

/** The platform's share of a charge: never more than the charge itself. */
export function platformFee(amountCents: number, policy: FeePolicy): number {
  return Math.min(amountCents, basisPointsOf(amountCents, policy.bps) + policy.fixedCents)
}

/** A part of a fee in proportion, rounded half up: `fee × part / whole`. */
export function proportionOf(feeCents: number, partCents: number, wholeCents: number): number {
  return Math.floor((2 * feeCents * partCents + wholeCents) / (2 * wholeCents))
}

/** Minor units as the processor counts them: it keeps two decimals where the currency itself has none any more. */
const decimalsAtProcessor: Record<string, number> = { isk: 2, ugx: 2 }

/** As one writes it in English: $29.99, ¥5,000. */
export function formatMoney(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const decimals = decimalsAtProcessor[currency] ?? format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(cents / 10 ** decimals)
}
