/** The currencies of Stripe's page "Supported currencies". */
export const currencies: ReadonlySet<string> = new Set(
  `
  usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf
  chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf
  idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop
  mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd
  scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof
  xpf yer zar zmw
  `
    .trim()
    .split(/\s+/),
)

const zeroDecimal = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const threeDecimal = 'bhd jod kwd omr tnd'.split(' ')

/** These have no decimals, but two in the API for historical reasons. */
const wholeOnly = ['isk', 'ugx']

export function decimalsOf(currency: string): number {
  if (zeroDecimal.includes(currency)) return 0
  return threeDecimal.includes(currency) ? 3 : 2
}

/** Amounts must be a multiple of this. The card networks support at most two decimals. */
export function stepOf(currency: string): number {
  if (wholeOnly.includes(currency)) return 100
  return threeDecimal.includes(currency) ? 10 : 1
}

/** Sign and minimum charge in minor units, for currencies where Stripe names a minimum. */
const details: Readonly<Record<string, readonly [sign: string, minimum: number]>> = {
  usd: ['$', 50],
  aed: ['د.إ', 200],
  aud: ['$', 50],
  brl: ['R$', 50],
  cad: ['$', 50],
  chf: ['CHF', 50],
  czk: ['Kč', 1500],
  dkk: ['kr.', 250],
  eur: ['€', 50],
  gbp: ['£', 30],
  hkd: ['$', 400],
  huf: ['Ft', 17500],
  inr: ['₹', 50],
  jpy: ['¥', 50],
  mxn: ['$', 1000],
  myr: ['RM', 200],
  nok: ['kr', 300],
  nzd: ['$', 50],
  pln: ['zł', 200],
  ron: ['lei', 200],
  sek: ['kr', 300],
  sgd: ['$', 50],
  thb: ['฿', 1000],
}

export function signOf(currency: string): string {
  return details[currency]?.[0] ?? `${currency.toUpperCase()} `
}

export function minimumOf(currency: string): number {
  return details[currency]?.[1] ?? stepOf(currency)
}
