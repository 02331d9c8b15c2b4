export const redirects = [
  'affirm',
  'afterpay_clearpay',
  'alipay',
  'amazon_pay',
  'bancontact',
  'cashapp',
  'eps',
  'ideal',
  'klarna',
  'p24',
  'paypal',
  'revolut_pay',
] as const

export type RedirectType = (typeof redirects)[number]

/** Methods that redirect the shopper to another site and back. */
export function isRedirect(type: string): type is RedirectType {
  return redirects.some(candidate => candidate === type)
}

/** Methods that debit a bank account, which takes days. */
export function isDebit(type: string): boolean {
  return type === 'us_bank_account' || type === 'sepa_debit'
}

/** Methods for card readers. */
export function isInPerson(type: string): boolean {
  return type === 'card_present' || type === 'interac_present'
}

export const simulatedTypes: readonly string[] = [
  'card',
  'card_present',
  'interac_present',
  'sepa_debit',
  'us_bank_account',
  ...redirects,
]

/** Types that Stripe has and the sandbox does not simulate. */
export const otherTypes: readonly string[] = `
  acss_debit alma au_becs_debit bacs_debit billie bizum blik boleto crypto custom customer_balance fpx giropay
  grabpay interac_present kakao_pay konbini kr_card link mb_way mobilepay multibanco naver_pay nz_bank_account
  oxxo pay_by_bank payco paynow paypay payto pix promptpay samsung_pay satispay scalapay sequra
  sofort sunbit swish twint upi wechat_pay zip
`
  .trim()
  .split(/\s+/)

/** Redirect methods that support manual capture. */
export function canHold(type: string): boolean {
  return [
    'card',
    'card_present',
    'klarna',
    'affirm',
    'afterpay_clearpay',
    'amazon_pay',
    'cashapp',
    'paypal',
    'revolut_pay',
  ].includes(type)
}

/** The currencies of methods that do not support all of them. */
const currencies: Readonly<Record<string, string>> = {
  affirm: 'usd cad',
  afterpay_clearpay: 'usd cad gbp aud nzd eur',
  alipay: 'cny aud cad eur gbp hkd jpy sgd myr nzd usd',
  amazon_pay: 'usd aud gbp dkk eur hkd jpy nzd nok zar sek chf',
  bancontact: 'eur',
  cashapp: 'usd',
  eps: 'eur',
  ideal: 'eur',
  interac_present: 'cad',
  klarna: 'usd aud cad chf czk dkk eur gbp nok nzd pln ron sek',
  p24: 'eur pln',
  paypal: 'eur gbp usd chf czk dkk nok pln sek aud cad hkd nzd sgd',
  revolut_pay: 'eur gbp ron huf pln dkk',
  sepa_debit: 'eur',
  us_bank_account: 'usd',
}

/** Null means all. */
export function currenciesOf(type: string): readonly string[] | null {
  return (Object.hasOwn(currencies, type) && currencies[type]?.split(' ')) || null
}

export function takesCurrency(type: string, currency: string): boolean {
  return currenciesOf(type)?.includes(currency) ?? true
}

/** The methods that accounts offer by default, where the currency allows it. */
const offered =
  'card klarna affirm us_bank_account amazon_pay cashapp bancontact eps ideal revolut_pay'.split(' ')

export function automaticTypes(currency: string, allowRedirects: boolean): string[] {
  return offered.filter(type => takesCurrency(type, currency) && (allowRedirects || !isRedirect(type)))
}
