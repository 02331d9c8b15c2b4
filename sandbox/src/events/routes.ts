import { missing } from '../api/errors.ts'
import { createdParam, expandParam, pageOf, pageParams } from '../api/lists.ts'
import { boolean, list, text } from '../api/params.ts'
import { type Route, route } from '../api/route.ts'
import { toEvent } from '../shapes/event.ts'
import { isDelivered, pendingDeliveries } from './deliveries.ts'

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
    ({ tx, account, id }) => {
      const record = tx.tables.event.get(id)
      if (!record || record.account !== account) throw missing('event', id)
      return { body: toEvent(record, pendingDeliveries(tx.tables, record)) }
    },
  ),
]

/** `payment_intent.*` matches a group. */
function matches(wanted: string, type: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type
}
