import { find } from '../api/find.ts'
import { expandParam, pageOf, pageParams, pageReply } from '../api/lists.ts'
import { required, text } from '../api/params.ts'
import { type Route, route } from '../api/route.ts'
import { createPaymentMethod } from './create-payment-method.ts'
import { attachMethod, detachMethod } from './ownership.ts'
import { allowRedisplay, createParams } from './params.ts'
import { usePaymentMethod } from './use-payment-method.ts'

export const paymentMethodRoutes: readonly Route[] = [
  route(
    {
      method: 'POST',
      path: '/v1/payment_methods',
      operation: 'payment_methods.create',
      publishable: true,
    },
    createParams,
    ({ tx, account, params: input }) => ({
      object: { kind: 'payment_method', record: createPaymentMethod(tx, account, input) },
    }),
  ),
  route(
    {
      method: 'GET',
      path: '/v1/payment_methods',
      operation: 'payment_methods.list',
    },
    { ...pageParams, customer: text, type: text, allow_redisplay: allowRedisplay },
    ({ tx, account, params: input }) => {
      const table = tx.tables.payment_method
      const page = pageOf(
        table,
        table.ids(account),
        input,
        'payment_method',
        record =>
          (input.customer === undefined || record.customer === input.customer) &&
          (input.type === undefined || record.type === input.type) &&
          (input.allow_redisplay === undefined || record.allowRedisplay === input.allow_redisplay),
      )
      return pageReply('payment_method', '/v1/payment_methods', page)
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/payment_methods/:id',
      operation: 'payment_methods.retrieve',
    },
    expandParam,
    ({ tx, account, id }) => ({
      object: { kind: 'payment_method', record: find(tx, 'payment_method', account, id) },
    }),
  ),
  route(
    {
      method: 'POST',
      path: '/v1/payment_methods/:id/attach',
      operation: 'payment_methods.attach',
    },
    { customer: required(text), ...expandParam },
    ({ tx, account, id, params: input }) => {
      find(tx, 'customer', account, input.customer, 'customer')
      const method = usePaymentMethod(tx, account, id)
      return { object: { kind: 'payment_method', record: attachMethod(tx, method, input.customer) } }
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/payment_methods/:id/detach',
      operation: 'payment_methods.detach',
    },
    expandParam,
    ({ tx, account, id }) => ({
      object: {
        kind: 'payment_method',
        record: detachMethod(tx, find(tx, 'payment_method', account, id)),
      },
    }),
  ),
]
