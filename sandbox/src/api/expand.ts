import type Stripe from 'stripe'
import { application } from '../constants.ts'
import { type ObjectKind, snapshotOf } from '../records/snapshot.ts'
import { toFeeRefund } from '../shapes/application-fee.ts'
import { toBalanceTransaction } from '../shapes/balance-transaction.ts'
import { toLineItem } from '../shapes/checkout-session.ts'
import { toRefund } from '../shapes/refund.ts'
import { serializeSnapshot } from '../shapes/snapshot.ts'
import type { Tx } from '../store/store.ts'
import { invalidRequest } from './errors.ts'

type Json = Record<string, unknown>
type State = Pick<Tx, 'tables' | 'now'>

const expandable: Readonly<Record<string, ObjectKind>> = {
  account: 'account',
  application_fee: 'application_fee',
  charge: 'charge',
  customer: 'customer',
  default_payment_method: 'payment_method',
  destination: 'external_account',
  fee: 'application_fee',
  latest_charge: 'charge',
  location: 'location',
  originating_transaction: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
}

/** Always null here, but expandable at Stripe. */
const alwaysNull = ['on_behalf_of', 'review', 'transfer', 'source_transfer', 'payment_record']

/** Lists of a customer that are always empty here. */
const noneOfCustomer = ['sources', 'subscriptions', 'tax_ids']

/** Customer fields that are shown only on request. Taxes and credit are not computed here. */
const hiddenInCustomer: Readonly<Json> = {
  cash_balance: null,
  invoice_credit_balance: {},
  tax: { automatic_tax: 'unrecognized_location', ip_address: null, location: null, provider: 'stripe' },
} satisfies Partial<Stripe.Customer>

/** Replaces ids with whole objects, for each path such as `data.latest_charge.refunds`. */
export function expandBody(body: object, paths: readonly string[], state: State): Json {
  const root: Json = { ...body }
  for (const path of paths) {
    const segments = path.split('.')
    if (segments.length > 4) {
      const message = `You cannot expand more than 4 levels of a property [property: ${path}].`
      throw invalidRequest(message, { param: 'expand' })
    }
    expandPath(root, segments, path, state)
  }
  return root
}

function expandPath(node: Json, segments: readonly string[], path: string, state: State): void {
  const [key, ...rest] = segments
  if (key === undefined) return
  if (node.object === 'charge' && key === 'refunds' && !('refunds' in node)) {
    node.refunds = refundsOf(node, state)
  }
  if (node.object === 'checkout.session' && key === 'line_items') {
    node.line_items = lineItemsOf(node, state)
  }
  if (node.object === 'customer' && noneOfCustomer.includes(key)) {
    const url = `/v1/customers/${node.id}/${key}`
    node[key] = { object: 'list', data: [], has_more: false, url }
  }
  if (node.object === 'customer' && Object.hasOwn(hiddenInCustomer, key)) node[key] = hiddenInCustomer[key]
  if (!Object.hasOwn(node, key)) throw cannotExpand(path)
  const value = node[key]
  if (Array.isArray(value)) {
    node[key] = value.map(item => {
      const copy: Json = { ...item }
      expandPath(copy, rest, path, state)
      return copy
    })
    return
  }
  const whole = typeof value === 'string' ? lookUp(node, key, value, path, state) : value
  if (typeof whole !== 'object') throw cannotExpand(path)
  if (whole === null) return
  const copy: Json = { ...whole }
  node[key] = copy
  expandPath(copy, rest, path, state)
}

function lookUp(node: Json, key: string, id: string, path: string, { tables, now }: State): object | null {
  if (key === 'balance_transaction' || key === 'failure_balance_transaction') {
    const moved = tables.balance_transaction.get(id)
    return moved ? toBalanceTransaction(moved, now) : null
  }
  if (key === 'source' && node.object === 'balance_transaction') return sourceOf(id, String(node.id), tables)
  if (key === 'application') return { id: application, object: 'application', name: 'Sandbox' }
  const kind = expandable[key]
  // A charge's payment method cannot be expanded.
  const isPlainId = node.object === 'charge' && key === 'payment_method'
  if (kind === undefined || isPlainId) {
    if (alwaysNull.includes(key)) return null
    throw cannotExpand(path)
  }
  const record = tables[kind].get(id)
  return record ? serializeSnapshot(snapshotOf(kind, record)) : null
}

const sources: Readonly<Record<string, ObjectKind>> = {
  ch: 'charge',
  py: 'charge',
  re: 'refund',
  du: 'dispute',
  fee: 'application_fee',
  po: 'payout',
}

/** The object that caused a movement. A refund of a fee is stored with its fee. */
function sourceOf(id: string, transaction: string, tables: State['tables']): object | null {
  const { parent } = tables.balance_transaction.get(transaction) ?? {}
  if (parent !== undefined) {
    const fee = tables.application_fee.get(parent)
    const refund = fee?.refunds.find(candidate => candidate.id === id)
    return fee && refund ? toFeeRefund(fee, refund) : null
  }
  const kind = sources[id.slice(0, id.indexOf('_'))]
  const record = kind && tables[kind].get(id)
  return kind && record ? serializeSnapshot(snapshotOf(kind, record)) : null
}

function refundsOf(charge: Json, { tables }: State): object {
  const id = String(charge.id)
  const records = tables.refund.indexed('charge', id).flatMap(refund => tables.refund.get(refund) ?? [])
  const newest = records.reverse().slice(0, 10)
  const url = `/v1/charges/${id}/refunds`
  return { object: 'list', data: newest.map(toRefund), has_more: records.length > newest.length, url }
}

function lineItemsOf({ id }: Json, { tables }: State): object {
  const session = tables.checkout_session.get(String(id))
  const items = session?.lineItems ?? []
  const data = session ? items.slice(0, 10).map(item => toLineItem(session, item)) : []
  return { object: 'list', data, has_more: items.length > 10, url: `/v1/checkout/sessions/${id}/line_items` }
}

function cannotExpand(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
}
