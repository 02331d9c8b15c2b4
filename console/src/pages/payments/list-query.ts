import { api, bodyOf, type Item, type PageOf, type QueryOf } from '../../api/client.ts'
import { startOfDay } from '../../components/days.ts'
import { parseMoney } from '../../components/money.tsx'

export type Payment = Item<'listAllPayments'>

/** Kept in the address, as people write them, so that a list can be sent to a colleague. */
export type PaymentFilters = { [Name in keyof QueryOf<'listAllPayments'>]?: string }

/** An amount needs a currency: US dollars, unless another is chosen. */
export function currencyOf({ currency, amountFrom, amountTo }: PaymentFilters): string | undefined {
  return currency ?? (amountFrom || amountTo ? 'usd' : undefined)
}

/** Turns the page's fields into the service's query: days become moments, amounts become minor units. */
export function queryOf(filters: PaymentFilters): QueryOf<'listAllPayments'> {
  const {
    amountFrom,
    amountTo,
    createdFrom,
    createdTo,
    disputed,
    refunded,
    needsResponse,
    cursor: _,
    ...same
  } = filters
  const currency = currencyOf(filters)
  const amount = (text: string | undefined) =>
    text && currency ? (parseMoney(text, currency) ?? undefined) : undefined
  const query = {
    ...same,
    currency,
    amountFrom: amount(amountFrom),
    amountTo: amount(amountTo),
    disputed: disputed === 'true' || undefined,
    refunded: refunded === 'true' || undefined,
    needsResponse: needsResponse === 'true' || undefined,
    disputedFrom: same.disputedFrom && startOfDay(same.disputedFrom),
    refundedFrom: same.refundedFrom && startOfDay(same.refundedFrom),
    createdFrom: createdFrom && startOfDay(createdFrom),
    createdTo: createdTo && startOfDay(createdTo, 1),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** The filtered list, starting at a cursor. */
export const paymentList = ({ cursor, ...filters }: PaymentFilters) => ({
  queryKey: ['payments', filters],
  cursor,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => fetchPayments(filters, { cursor, signal }),
})

export interface DisputeSearch {
  /** Disputed payments that need a response, or all. */
  tab?: 'all'
  merchantId?: string
  cursor?: string
}

export const disputeList = ({ tab, ...search }: DisputeSearch) =>
  paymentList({ ...search, ...(tab ? { disputed: 'true' } : { needsResponse: 'true' }) })

function fetchPayments(
  filters: PaymentFilters,
  { cursor, limit = 25, signal }: { cursor?: string; limit?: number; signal?: AbortSignal },
): Promise<PageOf<Payment>> {
  const query = { ...queryOf(filters), limit, ...(cursor && { cursor }) }
  return bodyOf(api.GET('/admin/v1/payments', { params: { query }, signal }))
}

/** The address of the whole filtered list as a file. */
export function csvAddressOf(filters: PaymentFilters): string {
  const query = Object.entries({ ...queryOf(filters), format: 'csv' })
  return `/admin/v1/payments?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`
}
