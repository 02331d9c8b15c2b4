import { missing } from '../http/api-error.ts'
import { expandParam, pageOf, pageParams, pageReply } from '../http/lists.ts'
import { required, text } from '../http/params.ts'
import { type Route, route } from '../http/router.ts'
import type { Tx } from '../store/store.ts'
import { createPaymentMethod } from './create-payment-method.ts'
import { attachMethod, detachMethod } from './ownership.ts'
import { allowRedisplay, createParams } from './params.ts'
import type { PaymentMethodRecord } from './payment-method.ts'
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
    ({ tx, account, path }) => ({
      object: { kind: 'payment_method', record: findMethod(tx, account, path[0] ?? '') },
    }),
  ),
  route(
    {
      method: 'POST',
      path: '/v1/payment_methods/:id/attach',
      operation: 'payment_methods.attach',
    },
    { customer: required(text), ...expandParam },
    ({ tx, account, path, params: input }) => {
      if (tx.tables.customer.get(input.customer)?.account !== account) {
        throw missing('customer', input.customer, 'customer')
      }
      const method = usePaymentMethod(tx, account, path[0] ?? '')
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
    ({ tx, account, path }) => ({
      object: {
        kind: 'payment_method',
        record: detachMethod(tx, findMethod(tx, account, path[0] ?? '')),
      },
    }),
  ),
]

function findMethod(tx: Tx, account: string, id: string): PaymentMethodRecord {
  const record = tx.tables.payment_method.get(id)
  if (!record || record.account !== account) throw missing('PaymentMethod', id, 'payment_method')
  return record
}
