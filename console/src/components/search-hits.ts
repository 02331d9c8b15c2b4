import { queryOptions, useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { api, bodyOf, type Item } from '../api/client.ts'
import { pageOf } from './id-link.tsx'
import { formatMoney } from './money.tsx'

export type Hit = Item<'search'>

export const hitsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => bodyOf(api.GET('/admin/v1/search', { params: { query: { q } }, signal })),
    staleTime: 5_000,
  })

export const useHits = (q: string) => useQuery({ ...hitsQuery(q), enabled: q !== '' })

/** For payments: the amount in its currency's own format. */
export function summaryOf({ summary, amountCents, currency, orderRef }: Hit): string {
  if (amountCents === null || currency === null) return summary
  return [formatMoney(amountCents, currency), orderRef].filter(Boolean).join(', ')
}

export const kindLabels: Readonly<Record<Hit['kind'], string>> = {
  payment: 'Payment',
  event: 'Event',
  delivery: 'Callback',
  merchant: 'Merchant',
  operation: 'Operation',
  action: 'Operator action',
  key: 'API key',
  operator: 'Operator',
}

/** The page of the found object; for an operation, the page of its payment. */
export function pageOfHit({ kind, id, merchantId, svcPaymentId }: Hit, isPortal = false) {
  if (kind === 'event') {
    const params = { merchantId: merchantId ?? '-', eventId: id }
    return linkOptions({ to: '/callbacks/events/$merchantId/$eventId', params })
  }
  // The page where it can be revoked.
  if (kind === 'key') {
    const params = { merchantId: merchantId ?? '' }
    return linkOptions({ to: isPortal ? '/settings' : '/merchants/$merchantId', params, hash: id })
  }
  if (kind === 'operator') return linkOptions({ to: '/activity', search: { tab: 'operators' } })
  if (kind === 'merchant' && isPortal) return linkOptions({ to: '/settings' })
  const page = pageOf(kind === 'operation' ? (svcPaymentId ?? '') : id)
  return page ?? linkOptions({ to: '/activity', search: merchantId ? { merchantId } : {} })
}
