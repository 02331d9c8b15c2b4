import type { AccountRecord } from '../records/account.ts'
import type { PaymentIntentRecord } from '../records/payment-intent.ts'

const maxLength = 22

type Descriptors = Pick<PaymentIntentRecord, 'statement_descriptor' | 'statement_descriptor_suffix'>

/** The text on the shopper's bank statement. A card's suffix follows the account's prefix. */
export function onStatement(
  account: AccountRecord | undefined,
  { statement_descriptor: descriptor, statement_descriptor_suffix: suffix }: Descriptors,
  type: string,
): string {
  const { settings, business_profile: business } = account ?? {}
  const own = settings?.payments?.statement_descriptor ?? business?.name ?? 'Sandbox'
  if (!type.startsWith('card')) return (descriptor ?? own).slice(0, maxLength)
  const prefix = settings?.card_payments?.statement_descriptor_prefix ?? own
  return (suffix === null ? own : `${prefix}* ${suffix}`).toUpperCase().slice(0, maxLength)
}
