import { missing } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { createdParam, expandParam, pageParams } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { positiveInteger, text } from '../api/params.ts'
import { retrieveRoute } from '../api/retrieve-route.ts'
import { type Route, route } from '../api/route.ts'
import { toFeeRefund } from '../shapes/application-fee.ts'
import { refundFee } from './refund-fee.ts'

export const applicationFeeRoutes: readonly Route[] = [
  listRoute(
    { kind: 'application_fee', path: '/v1/application_fees', operation: 'application_fees.list' },
    { ...createdParam, charge: text },
    ({ tx, account, params: { charge } }) => {
      const table = tx.tables.application_fee
      const ids = charge === undefined ? table.ids(account) : table.indexed('charge', charge)
      return { ids, where: { account } }
    },
  ),
  retrieveRoute('application_fee', '/v1/application_fees/:id', 'application_fees.retrieve'),
  route(
    {
      method: 'POST',
      path: '/v1/application_fees/:id/refunds',
      operation: 'application_fees.refund',
    },
    { amount: positiveInteger, metadata, ...expandParam },
    ({ tx, account, id, params: input }) => {
      const fee = find(tx, 'application_fee', account, id)
      const refunded = refundFee(tx, fee, input.amount, changeMetadata({}, input.metadata))
      return { body: toFeeRefund(refunded.fee, refunded.refund) }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/application_fees/:id/refunds',
      operation: 'application_fees.list_refunds',
    },
    pageParams,
    ({ tx, account, id, params: input }) => {
      const fee = find(tx, 'application_fee', account, id)
      const after = fee.refunds.findIndex(refund => refund.id === input.starting_after) + 1
      const rest = fee.refunds.slice(after)
      const data = rest.slice(0, input.limit ?? 10).map(refund => toFeeRefund(fee, refund))
      const url = `/v1/application_fees/${fee.id}/refunds`
      return { body: { object: 'list', data, has_more: rest.length > data.length, url } }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/application_fees/:id/refunds/:refund',
      operation: 'application_fees.retrieve_refund',
    },
    expandParam,
    ({ tx, account, id, path }) => {
      const fee = find(tx, 'application_fee', account, id)
      const refund = fee.refunds.find(candidate => candidate.id === path[1])
      if (!refund) throw missing('fee_refund', path[1] ?? '')
      return { body: toFeeRefund(fee, refund) }
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/application_fees/:id/refunds/:refund',
      operation: 'application_fees.update_refund',
    },
    { metadata, ...expandParam },
    ({ tx, account, id, path, params: input }) => {
      const before = find(tx, 'application_fee', account, id)
      const found = before.refunds.find(candidate => candidate.id === path[1])
      if (!found) throw missing('fee_refund', path[1] ?? '')
      const refund = { ...found, metadata: changeMetadata(found.metadata, input.metadata) }
      const refunds = before.refunds.map(other => (other.id === refund.id ? refund : other))
      const fee = tx.put('application_fee', { ...before, refunds })
      return { body: toFeeRefund(fee, refund) }
    },
  ),
]
