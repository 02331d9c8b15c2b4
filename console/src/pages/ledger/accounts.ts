import { formatMoney } from '../../components/money.tsx'
import type { Entry } from './ledger-query.ts'

type Amounts = Pick<
  Entry,
  'currency' | 'customerCents' | 'merchantCents' | 'platformFeesCents' | 'disputeHoldCents'
>

/** The accounts that money comes from and goes to, with positive amounts, so that nobody has to know the signs. */
export function fromAndTo(entry: Amounts): { from: string[]; to: string[] } {
  const accounts = [
    ['customer', entry.customerCents],
    ['merchant', entry.merchantCents],
    ['platform fees', entry.platformFeesCents],
    ['dispute hold', entry.disputeHoldCents],
  ] as const
  const withSign = (sign: 1 | -1) =>
    accounts
      .filter(([, cents]) => Math.sign(cents) === sign)
      .map(([account, cents]) => `${account} ${formatMoney(Math.abs(cents), entry.currency)}`)
  return { from: withSign(-1), to: withSign(1) }
}
