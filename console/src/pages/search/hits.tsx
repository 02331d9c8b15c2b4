import { useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Item } from '../../api/client.ts'
import { formatMoney } from '../../components/money.tsx'
import { statusText } from '../../components/status-badge.tsx'

export type Hit = Item<'search'>

export function useHits(q: string) {
  return useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => bodyOf(api.GET('/admin/v1/search', { params: { query: { q } }, signal })),
    enabled: q !== '',
    staleTime: 5_000,
  })
}

/** The service writes amounts in minor units; people read them in the currency's own format. */
export function summaryOf({ kind, summary }: Hit): string {
  if (kind !== 'payment') return summary
  return summary
    .replace(/(\d+) cents ([a-z]{3})/, (_, cents, currency) => formatMoney(Number(cents), currency))
    .replace(/^[a-z_]+/, statusText)
    .replace(', order ', ', ')
}

export const kindLabels: Readonly<Record<string, string>> = {
  payment: 'Payment',
  event: 'Event',
  delivery: 'Callback',
  merchant: 'Merchant',
  operation: 'Operation',
  action: 'Operator action',
}
