import type { Behavior } from './behavior.ts'

/** Stripe's test IBANs. Debits of any other valid IBAN succeed. */
export const ibans: readonly { readonly iban: string; readonly behavior: Behavior }[] = [
  { iban: 'AT611904300234573201', behavior: 'succeed' },
  { iban: 'DE89370400440532013000', behavior: 'succeed' },
  { iban: 'AT861904300235473202', behavior: 'debit_failed' },
  { iban: 'DE62370400440532013001', behavior: 'debit_failed' },
  { iban: 'AT591904300235473203', behavior: 'dispute' },
  { iban: 'DE35370400440532013002', behavior: 'dispute' },
]

export function ibanBehavior(iban: string): Behavior {
  return ibans.find(candidate => candidate.iban === iban)?.behavior ?? 'succeed'
}

/** The check digits of ISO 13616: the country and the digits move to the end, letters count from 10. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = moved.replaceAll(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
