import { invalidRequest, missing } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { createdParam, expandParam, pageOf, pageParams } from '../api/lists.ts'
import { text } from '../api/params.ts'
import { type Route, route } from '../api/route.ts'
import type { PayoutRecord } from '../records/payout.ts'
import { toBalance } from '../shapes/balance.ts'
import { toBalanceTransaction } from '../shapes/balance-transaction.ts'
import { balancesOf } from './balances.ts'

export const balanceRoutes: readonly Route[] = [
  route(
    { method: 'GET', path: '/v1/balance', operation: 'balance.retrieve' },
    expandParam,
    ({ tx, account }) => {
      return { body: toBalance({ balances: balancesOf(tx, account) }) }
    },
  ),
  route(
    { method: 'GET', path: '/v1/balance_transactions', operation: 'balance_transactions.list' },
    { ...pageParams, ...createdParam, currency: text, payout: text, source: text, type: text },
    ({ tx, account, params: input }) => {
      const table = tx.tables.balance_transaction
      const { source, payout } = input
      if (payout !== undefined) requireAutomatic(find(tx, 'payout', account, payout, 'payout', 400))
      const { records, hasMore } = pageOf(
        table,
        source === undefined ? table.ids(account) : table.indexed('source', source),
        input,
        'balance_transaction',
        record =>
          record.account === account &&
          (payout === undefined || record.payout === payout) &&
          (input.currency === undefined || record.currency === input.currency) &&
          (input.type === undefined || record.type === input.type),
      )
      const data = records.map(record => toBalanceTransaction(record, tx.now))
      return { body: { object: 'list', data, has_more: hasMore, url: '/v1/balance_transactions' } }
    },
  ),
  route(
    { method: 'GET', path: '/v1/balance_transactions/:id', operation: 'balance_transactions.retrieve' },
    expandParam,
    ({ tx, account, id }) => {
      const record = tx.tables.balance_transaction.get(id)
      if (record?.account !== account) throw missing('balance_transaction', id)
      return { body: toBalanceTransaction(record, tx.now) }
    },
  ),
]

/** Only automatic payouts consist of known transactions. */
function requireAutomatic({ id, automatic }: PayoutRecord): void {
  if (automatic) return
  const message = `Balance transaction history can only be filtered on automatic transfers, not manual (${id}).`
  throw invalidRequest(message, { param: 'payout' })
}
