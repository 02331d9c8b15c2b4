import { addressParam, shippingParam } from '../api/address-params.ts'
import { invalidRequest, missing } from '../api/errors.ts'
import { find } from '../api/find.ts'
import { listRoute } from '../api/list-route.ts'
import { createdParam, expandParam, pageOf, pageParams, pageReply } from '../api/lists.ts'
import { changeMetadata, metadata } from '../api/metadata.ts'
import {
  clearableEmail,
  clearableText,
  type Field,
  ignored,
  list,
  oneOf,
  positiveInteger,
  refused,
  sent,
  text,
} from '../api/params.ts'
import { type Route, route } from '../api/route.ts'
import { search, searchParams } from '../api/search.ts'
import { emit } from '../events/emit.ts'
import { attachMethod, detachMethod } from '../payment-methods/ownership.ts'
import { usePaymentMethod } from '../payment-methods/use-payment-method.ts'
import { type CustomerRecord, type InvoiceSettings, noInvoiceSettings } from '../records/customer.ts'
import type { PaymentMethodRecord } from '../records/payment-method.ts'
import { deletedCustomer } from '../shapes/customer.ts'
import type { Tx } from '../store/store.ts'
import { changeInvoiceSettings, invoiceSettingsParam } from './invoice-settings.ts'

const invoicePrefix: Field<string | undefined> = (value, name) => {
  const prefix = text(value, name)
  if (prefix === undefined || /^[A-Z0-9]{3,12}$/.test(prefix)) return prefix
  const message = 'Invoice prefixes must be 3 to 12 uppercase letters or numbers.'
  throw invalidRequest(message, { param: name })
}

const describing = {
  address: addressParam,
  description: clearableText,
  email: clearableEmail,
  metadata,
  name: clearableText,
  phone: clearableText,
  shipping: shippingParam,
  invoice_settings: invoiceSettingsParam,
  preferred_locales: list(text),
  tax_exempt: oneOf('exempt', 'none', 'reverse'),
  invoice_prefix: invoicePrefix,
  next_invoice_sequence: positiveInteger,
  balance: refused,
  business_name: refused,
  cash_balance: refused,
  individual_name: refused,
  source: refused,
  tax: refused,
  validate: ignored,
  test_clock: refused,
  ...expandParam,
}

export const customerRoutes: readonly Route[] = [
  route(
    {
      method: 'POST',
      path: '/v1/customers',
      operation: 'customers.create',
    },
    { ...describing, payment_method: text, tax_id_data: refused },
    ({ tx, account, params: input }) => {
      const created = tx.put('customer', {
        id: `cus_${tx.random(14)}`,
        account,
        seq: tx.nextSeq(),
        created: tx.now,
        email: input.email ?? null,
        name: input.name ?? null,
        phone: input.phone ?? null,
        description: input.description ?? null,
        address: input.address ?? null,
        shipping: input.shipping ?? null,
        metadata: changeMetadata({}, input.metadata),
        invoice_prefix: input.invoice_prefix ?? tx.random(8).toUpperCase(),
        next_invoice_sequence: input.next_invoice_sequence ?? 1,
        preferred_locales: input.preferred_locales ?? [],
        tax_exempt: input.tax_exempt ?? 'none',
        invoice_settings: noInvoiceSettings,
      })
      const settings = attachFirst(tx, created, input.payment_method, input.invoice_settings ?? {})
      const record = changeInvoiceSettings(tx, created, settings)
      emit(tx, 'customer.created', 'customer', record)
      return { object: { kind: 'customer', record } }
    },
  ),
  listRoute(
    { kind: 'customer', path: '/v1/customers', operation: 'customers.list' },
    { ...createdParam, email: text, test_clock: refused },
    ({ params: { email } }) => ({ where: { email }, keep: customer => !customer.deleted }),
  ),
  route(
    {
      method: 'GET',
      path: '/v1/customers/:id',
      operation: 'customers.retrieve',
    },
    expandParam,
    ({ tx, account, id }) => {
      const record = tx.tables.customer.get(id)
      if (record?.deleted && record.account === account) return { body: deletedCustomer(id) }
      return { object: { kind: 'customer', record: find(tx, 'customer', account, id) } }
    },
  ),
  route(
    {
      method: 'POST',
      path: '/v1/customers/:id',
      operation: 'customers.update',
    },
    { ...describing, default_source: refused },
    ({ tx, account, id, params: input }) => {
      const customer = find(tx, 'customer', account, id)
      const changed = tx.put('customer', {
        ...customer,
        ...sent(
          input,
          'address',
          'description',
          'email',
          'invoice_prefix',
          'name',
          'next_invoice_sequence',
          'phone',
          'preferred_locales',
          'shipping',
          'tax_exempt',
        ),
        metadata: changeMetadata(customer.metadata, input.metadata),
      })
      const record = changeInvoiceSettings(tx, changed, input.invoice_settings ?? {})
      emit(tx, 'customer.updated', 'customer', record, customer)
      return { object: { kind: 'customer', record } }
    },
  ),
  route(
    {
      method: 'DELETE',
      path: '/v1/customers/:id',
      operation: 'customers.delete',
    },
    {},
    ({ tx, account, id }) => {
      const customer = find(tx, 'customer', account, id)
      for (const method of methodsOf(tx, customer.id)) detachMethod(tx, method)
      tx.put('customer', { ...customer, deleted: true })
      emit(tx, 'customer.deleted', 'customer', customer)
      return { body: deletedCustomer(id) }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/customers/:id/payment_methods',
      operation: 'customers.list_payment_methods',
    },
    { ...pageParams, type: text, allow_redisplay: oneOf('always', 'limited', 'unspecified') },
    ({ tx, account, id, params: input }) => {
      const customer = find(tx, 'customer', account, id)
      const table = tx.tables.payment_method
      const page = pageOf(
        table,
        table.ids(account),
        input,
        'payment_method',
        record =>
          record.customer === customer.id &&
          (input.type === undefined || record.type === input.type) &&
          (input.allow_redisplay === undefined || record.allow_redisplay === input.allow_redisplay),
      )
      return pageReply('payment_method', `/v1/customers/${id}/payment_methods`, page)
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/customers/:id/payment_methods/:method',
      operation: 'customers.retrieve_payment_method',
    },
    expandParam,
    ({ tx, account, id, path: [, methodId = ''] }) => {
      const customer = find(tx, 'customer', account, id)
      const record = find(tx, 'payment_method', account, methodId)
      if (record.customer !== customer.id) throw missing('PaymentMethod', methodId, 'payment_method')
      return { object: { kind: 'payment_method', record } }
    },
  ),
  route(
    {
      method: 'GET',
      path: '/v1/customers/search',
      operation: 'customers.search',
    },
    searchParams,
    ({ tx, account, params: input }) => {
      const fields = ['created', 'email', 'metadata', 'name', 'phone']
      const table = tx.tables.customer
      return search({ kind: 'customer', table, account, fields, resource: 'customers' }, input)
    },
  ),
]

/** Settings that name the payment method by the same shared test id get the id of the attached method instead. */
function attachFirst(
  tx: Tx,
  customer: CustomerRecord,
  id: string | undefined,
  settings: Partial<InvoiceSettings>,
): Partial<InvoiceSettings> {
  if (id === undefined) return settings
  const method = attachMethod(tx, usePaymentMethod(tx, customer.account, id), customer.id)
  return settings.default_payment_method === id
    ? { ...settings, default_payment_method: method.id }
    : settings
}

function methodsOf(tx: Tx, customer: string): PaymentMethodRecord[] {
  return [...tx.tables.payment_method.all()].filter(method => method.customer === customer)
}
