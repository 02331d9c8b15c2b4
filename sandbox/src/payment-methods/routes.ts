import { billingParam } from '../api/address-params.ts'
import { invalidRequest } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { expandParam } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import { hash, ignored, integer, refused, required, sent, text } from '../api/params.ts'
import { type Route, route } from '../api/route.ts'
import { emit } from '../events/emit.ts'
import { clonePaymentMethod } from './clone-payment-method.ts'
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
    ({ tx, account, params: { payment_method: original, customer, type, ...input } }) => {
      if (original !== undefined) {
        const record = clonePaymentMethod(tx, account, original, customer)
        return { object: { kind: 'payment_method', record } }
      }
      if (customer !== undefined) {
        const message = 'To attach a payment method to a customer, create it first and then attach it.'
        throw invalidRequest(message, { param: 'customer' })
      }
      if (type === undefined) {
        throw invalidRequest('Missing required param: type.', { code: 'parameter_missing', param: 'type' })
      }
      return {
        object: { kind: 'payment_method', record: createPaymentMethod(tx, account, { ...input, type }) },
      }
    },
  ),
  listRoute(
    { kind: 'payment_method', path: '/v1/payment_methods', operation: 'payment_methods.list' },
    { customer: text, customer_account: refused, type: text, allow_redisplay: allowRedisplay },
    ({ tx, account, params: { customer, type, allow_redisplay } }) => {
      if (customer !== undefined) find(tx, 'customer', account, customer, 'customer', 400)
      return {
        where: { customer, allow_redisplay },
        keep: method => type === undefined || method.type === type,
      }
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
      object: { kind: 'payment_method', record: usePaymentMethod(tx, account, id, 404) },
    }),
  ),
  route(
    {
      method: 'POST',
      path: '/v1/payment_methods/:id/attach',
      operation: 'payment_methods.attach',
    },
    { customer: required(text), customer_account: refused, ...expandParam },
    ({ tx, account, id, params: input }) => {
      find(tx, 'customer', account, input.customer, 'customer')
      const method = usePaymentMethod(tx, account, id, 404)
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
  route(
    {
      method: 'POST',
      path: '/v1/payment_methods/:id',
      operation: 'payment_methods.update',
    },
    {
      allow_redisplay: allowRedisplay,
      billing_details: billingParam,
      card: hash({ exp_month: integer, exp_year: integer, networks: ignored }),
      metadata,
      us_bank_account: refused,
      ...expandParam,
    },
    ({ tx, account, id, params: input }) => {
      const before = find(tx, 'payment_method', account, id)
      if (before.customer === null) {
        const message =
          'You must save this PaymentMethod to a customer before you can update it. Please see https://stripe.com/docs/payments/save-and-reuse.'
        throw invalidRequest(message)
      }
      const record = tx.put('payment_method', {
        ...before,
        ...sent(input, 'allow_redisplay', 'billing_details'),
        card: before.card && { ...before.card, ...sent({ ...input.card }, 'exp_month', 'exp_year') },
        metadata: changeMetadata(before.metadata, input.metadata),
      })
      emit(tx, 'payment_method.updated', 'payment_method', record, before)
      return { object: { kind: 'payment_method', record } }
    },
  ),
]
