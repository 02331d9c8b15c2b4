import { emit } from '../events/emit.ts'
import { invalidRequest, missing } from '../http/api-error.ts'
import { expandParam, pageOf, pageParams, pageReply } from '../http/lists.ts'
import { ignored, required, text } from '../http/params.ts'
import { type Route, route } from '../http/router.ts'
import type { Tx } from '../store/store.ts'
import { createPaymentMethod } from './create-payment-method.ts'
import { createParams } from './params.ts'
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
    { ...pageParams, customer: text, type: text, allow_redisplay: ignored },
    ({ tx, account, params: input }) => {
      const table = tx.tables.payment_method
      const page = pageOf(
        table,
        table.ids(account),
        input,
        'payment_method',
        record =>
          (input.customer === undefined || record.customer === input.customer) &&
          (input.type === undefined || record.type === input.type),
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
      const record = tx.put('payment_method', { ...method, customer: input.customer })
      emit(tx, 'payment_method.attached', 'payment_method', record)
      return { object: { kind: 'payment_method', record } }
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/payment_methods/:id/detach',
      operation: 'payment_methods.detach',
    },
    expandParam,
    ({ tx, account, path }) => {
      const method = findMethod(tx, account, path[0] ?? '')
      if (method.customer === null) {
        throw invalidRequest(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        )
      }
      const record = tx.put('payment_method', { ...method, customer: null })
      emit(tx, 'payment_method.detached', 'payment_method', record, method)
      return { object: { kind: 'payment_method', record } }
    },
  ),
]

function findMethod(tx: Tx, account: string, id: string): PaymentMethodRecord {
  const record = tx.tables.payment_method.get(id)
  if (!record || record.account !== account) throw missing('PaymentMethod', id, 'payment_method')
  return record
}
