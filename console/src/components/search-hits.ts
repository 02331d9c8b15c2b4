import { queryOptions, useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { api, bodyOf, type Item } from '../api/client.ts'
import { pageOf } from './id-link.tsx'
import { formatMoney } from './money.tsx'
import { statusText } from './status-badge.tsx'

export type Hit = Item<'search'>

export const hitsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => bodyOf(api.GET('/admin/v1/search', { params: { query: { q } }, signal })),
    staleTime: 5_000,
  })

export const useHits = (q: string) => useQuery({ ...hitsQuery(q), enabled: q !== '' })

/** The service writes amounts in minor units; people read them in the currency's own format. */
export function summaryOf({ kind, summary }: Hit): string {
  if (kind !== 'payment') return summary
  return summary
    .replace(/(\d+) cents ([a-z]{3})/, (_, cents, currency) => formatMoney(Number(cents), currency))
    .replace(/^[a-z_]+/, statusText)
    .replace(', order ', ', ')
}

export const kindLabels: Readonly<Record<Hit['kind'], string>> = {
  payment: 'Payment',
  event: 'Event',
  delivery: 'Callback',
  merchant: 'Merchant',
  operation: 'Operation',
  action: 'Operator action',
}

/** The page of what was found. A summary of an operation ends with its payment. */
export function pageOfHit({ kind, id, merchantId, summary }: Hit, isPortal = false) {
  if (kind === 'event') {
    const params = { merchantId: merchantId ?? '-', eventId: id }
    return linkOptions({ to: '/callbacks/events/$merchantId/$eventId', params })
  }
  if (kind === 'merchant' && isPortal) return linkOptions({ to: '/settings' })
  const page = pageOf(kind === 'operation' ? (summary.split(', ').at(-1) ?? '') : id)
  return page ?? linkOptions({ to: '/activity', search: merchantId ? { merchantId } : {} })
}
