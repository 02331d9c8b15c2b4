import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { createdParam, expandParam, pageOf, pageParams, pageReply } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { boolean, oneOf, positiveInteger, refused, text } from '../api/params.ts'
import { retrieveRoute } from '../api/retrieve-route.ts'
import { type Route, route } from '../api/route.ts'
import { createRefund } from './create-refund.ts'
import { updateRefund } from './update-refund.ts'

/** The parameters of a refund, apart from the charge or payment intent. */
const refundParams = {
  amount: positiveInteger,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  refund_application_fee: boolean,
  reverse_transfer: refused,
  currency: refused,
  customer: refused,
  origin: refused,
  instructions_email: text,
  metadata,
  ...expandParam,
}

export const refundRoutes: readonly Route[] = [
  route(
    {
      method: 'POST',
      path: '/v1/refunds',
      operation: 'refunds.create',
    },
    { ...refundParams, charge: text, payment_intent: text },
    ({ tx, account, params: input, settings }) => ({
      object: { kind: 'refund', record: createRefund(tx, account, input, settings) },
    }),
  ),
  listRoute(
    { kind: 'refund', path: '/v1/refunds', operation: 'refunds.list' },
    { ...createdParam, charge: text, payment_intent: text },
    ({ tx, account, params: { charge, payment_intent: intent } }) => {
      const table = tx.tables.refund
      const narrowed = charge === undefined ? table.ids(account) : table.indexed('charge', charge)
      const ids = intent === undefined ? narrowed : table.indexed('payment_intent', intent)
      return { ids, where: { account, charge } }
    },
  ),
  retrieveRoute('refund', '/v1/refunds/:id', 'refunds.retrieve'),
  route(
    {
      method: 'POST',
      path: '/v1/refunds/:id',
      operation: 'refunds.update',
    },
    { metadata, ...expandParam },
    ({ tx, account, id, params: input }) => {
      const refund = find(tx, 'refund', account, id)
      const metadata = changeMetadata(refund.metadata, input.metadata)
      const record = updateRefund(tx, refund, { metadata })
      return { object: { kind: 'refund', record } }
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/refunds/:id/cancel',
      operation: 'refunds.cancel',
    },
    expandParam,
    ({ tx, account, id }) => {
      const { status } = find(tx, 'refund', account, id)
      // Refunds by bank transfer, which wait for the shopper, are not simulated.
      throw invalidRequest(
        `Refund ${id} has a status of ${status}. Only a refund with a status of requires_action can be canceled.`,
      )
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/charges/:id/refunds',
      operation: 'charges.refund',
    },
    refundParams,
    ({ tx, account, id, params, settings }) => {
      const input = { ...params, charge: id, payment_intent: undefined }
      return { object: { kind: 'refund', record: createRefund(tx, account, input, settings) } }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/charges/:id/refunds',
      operation: 'charges.list_refunds',
    },
    pageParams,
    ({ tx, account, id, params: input }) => {
      const charge = find(tx, 'charge', account, id)
      const table = tx.tables.refund
      const page = pageOf(table, table.indexed('charge', charge.id), input, 'refund')
      return pageReply('refund', `/v1/charges/${id}/refunds`, page)
    },
  ),
]
