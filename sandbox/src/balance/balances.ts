import { emit } from '../events/emit.ts'
import type { CurrencyBalance } from '../records/balance.ts'
import { netOf } from '../records/balance-transaction.ts'
import type { Tx } from '../store/store.ts'

/** One per currency; the account's own currency is always included. */
export function balancesOf(tx: Tx, account: string): CurrencyBalance[] {
  const own = tx.tables.account.get(account)?.default_currency ?? 'usd'
  const balances = new Map<string, CurrencyBalance>([[own, { currency: own, available: 0, pending: 0 }]])
  for (const id of tx.tables.balance_transaction.ids(account)) {
    const record = tx.tables.balance_transaction.get(id)
    if (!record) continue
    const { currency } = record
    const before = balances.get(currency) ?? { currency, available: 0, pending: 0 }
    const part = record.available_on <= tx.now ? 'available' : 'pending'
    balances.set(currency, { ...before, [part]: before[part] + netOf(record) })
  }
  return [...balances.values()]
}

/** Emits an event that money has become available on an account. */
export function announceBalance(tx: Tx, account: string): void {
  const id = `balance_${account}`
  const seq = tx.tables.balance.get(id)?.seq ?? tx.nextSeq()
  const record = tx.put('balance', { id, account, seq, balances: balancesOf(tx, account) })
  emit(tx, 'balance.available', 'balance', record)
}
