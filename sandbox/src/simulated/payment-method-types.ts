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
