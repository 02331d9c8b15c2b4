export interface FeePolicy {
  bps: number
  fixedCents: number
}

/** The policy in force: the merchant's own, or the platform's default. */
export function feesOf(
  { feeBps, feeFixedCents }: { feeBps: number | null; feeFixedCents: number | null },
  { bps, fixedCents }: FeePolicy,
): FeePolicy {
  return { bps: feeBps ?? bps, fixedCents: feeFixedCents ?? fixedCents }
}

/** The platform's share of a charge, rounded half up to whole cents, and never more than the charge. */
export function platformFee(amountCents: number, { bps, fixedCents }: FeePolicy): number {
  return Math.min(amountCents, Math.floor((amountCents * bps + 5_000) / 10_000) + fixedCents)
}

/** A part of a fee in proportion, rounded half up: `fee × part / whole`. */
export function proportionOf(feeCents: number, partCents: number, wholeCents: number): number {
  return Math.floor((2 * feeCents * partCents + wholeCents) / (2 * wholeCents))
}

/** Minor units as the processor defines them. Intl differs: it gives the forint and the Colombian peso no decimals. */
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const withThreeDecimals = new Set('bhd iqd jod kwd lyd omr tnd'.split(' '))
/** Two decimals at the processor, which are always zero. */
const wholeOnly = new Set(['isk', 'ugx'])

/** In English notation: $29.99, ¥5,000. */
export function formatMoney(cents: number, currency: string): string {
  const decimals = withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2
  const shown = wholeOnly.has(currency) ? 0 : decimals
  const digits = { minimumFractionDigits: shown, maximumFractionDigits: shown }
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(
    cents / 10 ** decimals,
  )
}

/** Active ISO 4217 codes of currencies that payments are made in (no metals, funds or test codes). */
const codes = `
  aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd btn bwp byn bzd cad cdf chf
  clp cny cop crc cup cve czk djf dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gnf gtq gyd hkd hnl htg
  huf idr ils inr iqd irr isk jmd jod jpy kes kgs khr kmf kpw krw kwd kyd kzt lak lbp lkr lrd lsl lyd mad mdl mga
  mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd
  rub rwf sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt tnd top try ttd twd tzs uah ugx
  usd uyu uzs ves vnd vuv wst xaf xcd xcg xof xpf yer zar zmw zwg`

const known = new Set(codes.trim().split(/\s+/))

export function isCurrency(code: string): boolean {
  return known.has(code.toLowerCase())
}
