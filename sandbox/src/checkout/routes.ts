import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { createdParam, expandParam, pageParams } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { hash, oneOf, refused, required, text } from '../api/params.ts'
import { type Route, route } from '../api/route.ts'
import { toLineItem } from '../shapes/checkout-session.ts'
import { createParams } from './params.ts'
import { createSession, expireSession, requireOpen } from './sessions.ts'

const all = '/v1/checkout/sessions'

export const checkoutRoutes: readonly Route[] = [
  route({ method: 'POST', path: all, operation: 'checkout.sessions.create' }, createParams, call => ({
    object: { kind: 'checkout_session', record: createSession(call) },
  })),
  listRoute(
    { kind: 'checkout_session', path: all, operation: 'checkout.sessions.list', noun: 'checkout.session' },
    {
      ...createdParam,
      customer: text,
      customer_account: refused,
      customer_details: hash({ email: required(text) }),
      payment_intent: text,
      payment_link: refused,
      status: oneOf('open', 'complete', 'expired'),
      subscription: refused,
    },
    ({ params: { customer, payment_intent, status, customer_details: payer } }) => ({
      where: { customer, payment_intent, status },
      keep: session => payer === undefined || session.customer_details?.email === payer.email,
    }),
  ),
  route(
    { method: 'GET', path: `${all}/:id`, operation: 'checkout.sessions.retrieve' },
    expandParam,
    ({ tx, account, id }) => ({
      object: { kind: 'checkout_session', record: find(tx, 'checkout_session', account, id) },
    }),
  ),
  route(
    { method: 'POST', path: `${all}/:id`, operation: 'checkout.sessions.update' },
    {
      automatic_tax: refused,
      collected_information: refused,
      invoice_creation: refused,
      line_items: refused,
      metadata,
      payment_intent_data: refused,
      shipping_options: refused,
      subscription_data: refused,
      ...expandParam,
    },
    ({ tx, account, id, params: input }) => {
      const before = find(tx, 'checkout_session', account, id)
      const changed = { ...before, metadata: changeMetadata(before.metadata, input.metadata) }
      return { object: { kind: 'checkout_session', record: tx.put('checkout_session', changed) } }
    },
  ),
  route(
    { method: 'POST', path: `${all}/:id/expire`, operation: 'checkout.sessions.expire' },
    expandParam,
    ({ tx, account, id }) => {
      const before = find(tx, 'checkout_session', account, id)
      requireOpen(before)
      return { object: { kind: 'checkout_session', record: expireSession(tx, id) ?? before } }
    },
  ),
  route(
    { method: 'GET', path: `${all}/:id/line_items`, operation: 'checkout.sessions.list_line_items' },
    pageParams,
    ({ tx, account, id, params: input }) => {
      const session = find(tx, 'checkout_session', account, id)
      const after = session.lineItems.findIndex(item => item.id === input.starting_after) + 1
      const rest = session.lineItems.slice(after)
      const data = rest.slice(0, input.limit ?? 10).map(item => toLineItem(session, item))
      return {
        body: { object: 'list', data, has_more: rest.length > data.length, url: `${all}/${id}/line_items` },
      }
    },
  ),
]
