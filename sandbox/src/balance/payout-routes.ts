import { checkCurrency } from '../api/amounts.ts'
import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { createdParam, expandParam, inRange, range } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { oneOf, positiveInteger, refused, required, text } from '../api/params.ts'
import { retrieveRoute } from '../api/retrieve-route.ts'
import { type Route, route } from '../api/route.ts'
import { statementDescriptor } from '../api/statement-descriptor.ts'
import { emit } from '../events/emit.ts'
import { cancelPayout, payOut, reversePayout } from './pay-out.ts'

export const payoutRoutes: readonly Route[] = [
  route(
    { method: 'POST', path: '/v1/payouts', operation: 'payouts.create' },
    {
      amount: required(positiveInteger),
      currency: required(text),
      description: text,
      destination: text,
      metadata,
      method: oneOf('standard', 'instant'),
      payout_method: refused,
      source_type: oneOf('card'),
      statement_descriptor: statementDescriptor,
      ...expandParam,
    },
    ({ tx, account, params: input, settings }) => {
      const choices = {
        account,
        amount: input.amount,
        currency: checkCurrency(input.currency),
        description: input.description ?? null,
        statement_descriptor: input.statement_descriptor ?? null,
        metadata: changeMetadata({}, input.metadata),
      }
      const { destination, method } = input
      const record = payOut(tx, choices, settings, { destination, method })
      return { object: { kind: 'payout', record } }
    },
  ),
  listRoute(
    { kind: 'payout', path: '/v1/payouts', operation: 'payouts.list' },
    { ...createdParam, arrival_date: range, destination: text, status: text },
    ({ params: { arrival_date, destination, status } }) => ({
      where: { destination },
      keep: payout =>
        (status === undefined || payout.status === status) && inRange(payout.arrival_date, arrival_date),
    }),
  ),
  retrieveRoute('payout', '/v1/payouts/:id', 'payouts.retrieve'),
  route(
    { method: 'POST', path: '/v1/payouts/:id', operation: 'payouts.update' },
    { metadata, ...expandParam },
    ({ tx, account, id, params: input }) => {
      const before = find(tx, 'payout', account, id)
      const changed = { ...before, metadata: changeMetadata(before.metadata, input.metadata) }
      const record = tx.put('payout', changed)
      emit(tx, 'payout.updated', 'payout', record, before)
      return { object: { kind: 'payout', record } }
    },
  ),
  route(
    { method: 'POST', path: '/v1/payouts/:id/cancel', operation: 'payouts.cancel' },
    expandParam,
    ({ tx, account, id }) => ({
      object: { kind: 'payout', record: cancelPayout(tx, find(tx, 'payout', account, id)) },
    }),
  ),
  route(
    { method: 'POST', path: '/v1/payouts/:id/reverse', operation: 'payouts.reverse' },
    { metadata, ...expandParam },
    ({ tx, account, id, params: input }) => {
      const reversal = reversePayout(tx, account, id)
      const record = tx.put('payout', { ...reversal, metadata: changeMetadata({}, input.metadata) })
      return { object: { kind: 'payout', record } }
    },
  ),
]
