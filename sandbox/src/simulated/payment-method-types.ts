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

/** Methods for card readers. */
export function isInPerson(type: string): boolean {
  return type === 'card_present' || type === 'interac_present'
}

export const simulatedTypes: readonly string[] = [
  'card',
  'card_present',
  'interac_present',
  'us_bank_account',
  ...redirects,
]

/** Types that Stripe has and the sandbox does not simulate. */
export const otherTypes: readonly string[] = `
  acss_debit alma au_becs_debit bacs_debit billie bizum blik boleto crypto custom customer_balance fpx giropay
  grabpay interac_present kakao_pay konbini kr_card link mb_way mobilepay multibanco naver_pay nz_bank_account
  oxxo pay_by_bank payco paynow paypay payto pix promptpay samsung_pay satispay scalapay sepa_debit sequra
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

/** The methods an account offers by default for a currency. */
export function automaticTypes(currency: string, allowRedirects: boolean): string[] {
  if (!allowRedirects) return currency === 'usd' ? ['card', 'us_bank_account'] : ['card']
  if (currency === 'usd') return ['card', 'klarna', 'affirm', 'us_bank_account', 'amazon_pay', 'cashapp']
  if (currency === 'eur') return ['card', 'klarna', 'bancontact', 'eps', 'ideal', 'revolut_pay']
  if (currency === 'gbp') return ['card', 'klarna', 'revolut_pay']
  return ['card', 'klarna']
}
