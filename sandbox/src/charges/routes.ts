import { find } from '../api/find.ts'
import { createdParam, expandParam, pageOf, pageParams, pageReply } from '../api/lists.ts'
import { text } from '../api/params.ts'
import { type Route, route } from '../api/route.ts'

export const chargeRoutes: readonly Route[] = [
  route(
    {
      method: 'GET',
      path: '/v1/charges',
      operation: 'charges.list',
    },
    { ...pageParams, ...createdParam, customer: text, payment_intent: text, transfer_group: text },
    ({ tx, account, params: input }) => {
      const table = tx.tables.charge
      const { payment_intent: intent, customer, transfer_group: group } = input
      const ids = intent === undefined ? table.ids(account) : table.indexed('payment_intent', intent)
      const page = pageOf(
        table,
        ids,
        input,
        'charge',
        record =>
          record.account === account &&
          (customer === undefined || record.customer === customer) &&
          (group === undefined || record.transferGroup === group),
      )
      return pageReply('charge', '/v1/charges', page)
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/charges/:id',
      operation: 'charges.retrieve',
    },
    expandParam,
    ({ tx, account, id }) => ({
      object: { kind: 'charge', record: find(tx, 'charge', account, id) },
    }),
  ),
]
