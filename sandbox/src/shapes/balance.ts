import type Stripe from 'stripe'
import type { BalanceRecord } from '../records/balance.ts'

export function toBalance({ balances }: Pick<BalanceRecord, 'balances'>): Stripe.Balance {
  const part = (name: 'available' | 'pending') =>
    balances.map(balance => ({
      amount: balance[name],
      currency: balance.currency,
      source_types: { card: balance[name] },
    }))
  return { object: 'balance', available: part('available'), livemode: false, pending: part('pending') }
}
