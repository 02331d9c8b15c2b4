import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/client.ts'
import { useSignedIn } from './session.ts'

/** As many as fit a menu; use the search for the others. */
const menuSize = 100

interface MerchantName {
  merchantId: string
  name: string
}

export const merchantNamesQuery = {
  queryKey: ['merchants', 'names'],
  queryFn: () => bodyOf(api.GET('/admin/v1/merchants', { params: { query: { limit: menuSize } } })),
  staleTime: 60_000,
} as const

/** For menus and for tables that name a merchant. In a portal there is only one. */
export function useMerchantNames(): readonly MerchantName[] {
  const { kind, merchant } = useSignedIn()
  const { data } = useQuery({ ...merchantNamesQuery, enabled: kind === 'operator' })
  return data?.data ?? (merchant ? [merchant] : [])
}

/** The name if it is known, otherwise the id. */
export function useMerchantName(): (merchantId: string | null) => string {
  const names = new Map(useMerchantNames().map(({ merchantId, name }) => [merchantId, name]))
  return merchantId => (merchantId ? (names.get(merchantId) ?? merchantId) : '–')
}

/** Whose server or account: a merchant reads "your" in its portal. */
export const useWhose = () => (useSignedIn().kind === 'portal' ? 'your' : 'the merchant’s')
