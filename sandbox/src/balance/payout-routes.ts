import { checkCurrency } from '../api/amounts.ts'
import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { createdParam, expandParam, inRange, pageOf, pageParams, pageReply, range } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { oneOf, positiveInteger, refused, required, text } from '../api/params.ts'
import { type Route, route } from '../api/route.ts'
import { statementDescriptor } from '../api/statement-descriptor.ts'
import { emit } from '../events/emit.ts'
import { schedule } from '../jobs/schedule.ts'
import type { Tx } from '../store/store.ts'
import { balancesOf } from './balances.ts'
import { moveMoney } from './move-money.ts'

export const payoutRoutes: readonly Route[] = [
  route(
    { method: 'POST', path: '/v1/payouts', operation: 'payouts.create' },
    {
      amount: required(positiveInteger),
      currency: required(text),
      description: text,
      destination: refused,
      metadata,
      method: oneOf('standard'),
      payout_method: refused,
      source_type: oneOf('card'),
      statement_descriptor: statementDescriptor,
      ...expandParam,
    },
    ({ tx, account, params: input, settings }) => {
      const { amount } = input
      const currency = checkCurrency(input.currency)
      const balance = balancesOf(tx, account).find(candidate => candidate.currency === currency)
      if (amount > (balance?.available ?? 0)) {
        const message = 'You have insufficient funds in your Stripe account for this payout.'
        throw invalidRequest(message, { code: 'balance_insufficient', param: 'amount' })
      }
      const id = `po_1${tx.random(23)}`
      const moved = moveMoney(tx, { account, type: 'payout', amount: -amount, currency, source: id })
      const record = tx.put('payout', {
        id,
        account,
        seq: tx.nextSeq(),
        created: tx.now,
        amount,
        currency,
        status: 'pending',
        balanceTransaction: moved.id,
        arrivalDate: tx.now,
        description: input.description ?? null,
        statementDescriptor: input.statement_descriptor ?? null,
        metadata: changeMetadata({}, input.metadata),
      })
      emit(tx, 'payout.created', 'payout', record)
      schedule(tx, 'finish_payout', record, tx.nowMs + settings.settleAfterMs)
      return { object: { kind: 'payout', record } }
    },
  ),
  route(
    { method: 'GET', path: '/v1/payouts', operation: 'payouts.list' },
    { ...pageParams, ...createdParam, arrival_date: range, destination: refused, status: text },
    ({ tx, account, params: input }) => {
      const table = tx.tables.payout
      const page = pageOf(table, table.ids(account), input, 'payout', record => {
        const hasStatus = input.status === undefined || record.status === input.status
        return hasStatus && inRange(record.arrivalDate, input.arrival_date)
      })
      return pageReply('payout', '/v1/payouts', page)
    },
  ),
  route(
    { method: 'GET', path: '/v1/payouts/:id', operation: 'payouts.retrieve' },
    expandParam,
    ({ tx, account, id }) => ({ object: { kind: 'payout', record: find(tx, 'payout', account, id) } }),
  ),
  route(
    { method: 'POST', path: '/v1/payouts/:id/cancel', operation: 'payouts.cancel' },
    expandParam,
    ({ tx, account, id }) => {
      const before = find(tx, 'payout', account, id)
      if (before.status !== 'pending') {
        throw invalidRequest(`Payouts with a status of ${before.status} cannot be canceled.`)
      }
      const { amount, currency } = before
      moveMoney(tx, { account, type: 'payout_cancel', amount, currency, source: id })
      const record = tx.put('payout', { ...before, status: 'canceled' })
      emit(tx, 'payout.canceled', 'payout', record, before)
      return { object: { kind: 'payout', record } }
    },
  ),
]

/** The money arrives at the merchant's bank. */
export function finishPayout(tx: Tx, id: string): void {
  const payout = tx.tables.payout.get(id)
  if (payout?.status !== 'pending') return
  emit(tx, 'payout.paid', 'payout', tx.put('payout', { ...payout, status: 'paid' }), payout)
}
