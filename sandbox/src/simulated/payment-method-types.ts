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

/** Methods that send the shopper away and back. */
export function isRedirect(type: string): type is RedirectType {
  return redirects.some(candidate => candidate === type)
}

/** Methods that a reader takes. */
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

/** Of the redirects, those that can hold money for a later capture. */
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

/** What an account offers by itself for a currency. */
export function automaticTypes(currency: string, allowRedirects: boolean): string[] {
  if (!allowRedirects) return currency === 'usd' ? ['card', 'us_bank_account'] : ['card']
  if (currency === 'usd') return ['card', 'klarna', 'affirm', 'us_bank_account', 'amazon_pay', 'cashapp']
  if (currency === 'eur') return ['card', 'klarna', 'bancontact', 'eps', 'ideal', 'revolut_pay']
  if (currency === 'gbp') return ['card', 'klarna', 'revolut_pay']
  return ['card', 'klarna']
}
