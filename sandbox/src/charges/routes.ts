import { shippingParam } from '../api/address-params.ts'
import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { createdParam, expandParam } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { clearableEmail, clearableText, hash, sent, text } from '../api/params.ts'
import { retrieveRoute } from '../api/retrieve-route.ts'
import { type Route, route } from '../api/route.ts'
import { search, searchParams } from '../api/search.ts'
import { emit } from '../events/emit.ts'

const searchFields = [
  'amount',
  'billing_details.address.postal_code',
  'created',
  'currency',
  'customer',
  'disputed',
  'metadata',
  'payment_method_details.card.brand',
  'payment_method_details.card.exp_month',
  'payment_method_details.card.exp_year',
  'payment_method_details.card.fingerprint',
  'payment_method_details.card.last4',
  'refunded',
  'status',
]

export const chargeRoutes: readonly Route[] = [
  listRoute(
    { kind: 'charge', path: '/v1/charges', operation: 'charges.list' },
    { ...createdParam, customer: text, payment_intent: text, transfer_group: text },
    ({ tx, account, params: { payment_intent: intent, customer, transfer_group } }) => {
      if (customer !== undefined) find(tx, 'customer', account, customer, 'customer', 400)
      const table = tx.tables.charge
      const ids = intent === undefined ? table.ids(account) : table.indexed('payment_intent', intent)
      return { ids, where: { account, customer, transfer_group } }
    },
  ),
  retrieveRoute('charge', '/v1/charges/:id', 'charges.retrieve'),
  route(
    {
      method: 'POST',
      path: '/v1/charges/:id',
      operation: 'charges.update',
    },
    {
      customer: text,
      description: clearableText,
      fraud_details: hash({ user_report: clearableText }),
      metadata,
      receipt_email: clearableEmail,
      shipping: shippingParam,
      transfer_group: text,
      ...expandParam,
    },
    ({ tx, account, id, params: input }) => {
      const before = find(tx, 'charge', account, id)
      if (input.customer !== undefined) find(tx, 'customer', account, input.customer, 'customer', 400)
      const report = input.fraud_details?.user_report
      const record = tx.put('charge', {
        ...before,
        ...sent(input, 'customer', 'description', 'receipt_email', 'shipping', 'transfer_group'),
        metadata: changeMetadata(before.metadata, input.metadata),
        ...(report === undefined ? {} : { fraud_details: report ? { user_report: report } : {} }),
      })
      emit(tx, 'charge.updated', 'charge', record, before)
      return { object: { kind: 'charge', record } }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/charges/search',
      operation: 'charges.search',
    },
    searchParams,
    ({ tx, account, params: input }) => {
      const table = tx.tables.charge
      return search({ kind: 'charge', table, account, fields: searchFields, resource: 'charges' }, input)
    },
  ),
]
