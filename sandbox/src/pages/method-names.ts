/** Display names of payment methods. */
const names: Readonly<Record<string, string>> = {
  card: 'Card',
  us_bank_account: 'US bank account',
  sepa_debit: 'SEPA debit',
  affirm: 'Affirm',
  afterpay_clearpay: 'Afterpay',
  alipay: 'Alipay',
  amazon_pay: 'Amazon Pay',
  bancontact: 'Bancontact',
  cashapp: 'Cash App Pay',
  eps: 'EPS',
  ideal: 'iDEAL',
  klarna: 'Klarna',
  p24: 'Przelewy24',
  paypal: 'PayPal',
  revolut_pay: 'Revolut Pay',
}

export function methodName(type: string): string {
  return names[type] ?? type
}

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
  interac: 'Interac',
  eftpos_au: 'eftpos',
}

export function brandName(brand: string): string {
  return brands[brand] ?? 'Card'
}
