import { missing } from '../http/api-error.ts'
import { createdParam, expandParam, pageOf, pageParams } from '../http/lists.ts'
import { boolean, list, text } from '../http/params.ts'
import { type Route, route } from '../http/router.ts'
import { isDelivered, pendingDeliveries } from './delivery.ts'
import { toEvent } from './serialize.ts'

export const eventRoutes: readonly Route[] = [
  route(
    {
      method: 'GET',
      path: '/v1/events',
      operation: 'events.list',
    },
    { ...pageParams, ...createdParam, type: text, types: list(text), delivery_success: boolean },
    ({ tx, account, params: input }) => {
      const table = tx.tables.event
      const { records, hasMore } = pageOf(
        table,
        table.ids(account),
        input,
        'event',
        record =>
          (input.type === undefined || matches(input.type, record.type)) &&
          (input.types?.some(type => matches(type, record.type)) ?? true) &&
          (input.delivery_success === undefined || input.delivery_success === isDelivered(tx.tables, record)),
      )
      const data = records.map(record => toEvent(record, pendingDeliveries(tx.tables, record)))
      return { body: { object: 'list', data, has_more: hasMore, url: '/v1/events' } }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/events/:id',
      operation: 'events.retrieve',
    },
    expandParam,
    ({ tx, account, path }) => {
      const record = tx.tables.event.get(path[0] ?? '')
      if (!record || record.account !== account) throw missing('event', path[0] ?? '')
      return { body: toEvent(record, pendingDeliveries(tx.tables, record)) }
    },
  ),
]

/** `payment_intent.*` stands for a group. */
function matches(wanted: string, type: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type
}
