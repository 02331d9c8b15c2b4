import { useQuery } from '@tanstack/react-query'
import { type Answer, api, bodyOf, type Item, type PageOf } from '../../api/client.ts'
import { merchantList } from '../merchants/merchant-query.ts'

export type Entry = Item<'listLedgerEntries'>
export type Balance = Item<'listLedgerBalances'>
export type Statement = Answer<'getLedgerStatement'>

const readBalances = (merchantId: string, signal: AbortSignal) =>
  bodyOf(api.GET('/admin/v1/ledger/balances', { params: { query: { merchantId, limit: 100 } }, signal }))

export function useBalances(merchantId: string) {
  return useQuery({
    queryKey: ['ledger', 'balances', merchantId],
    queryFn: ({ signal }) => readBalances(merchantId, signal),
  })
}

export interface MerchantBalances {
  merchantId: string
  name: string
  /** The balance in each currency; null if it could not be read. */
  balances: Balance[] | null
}

/** A page of merchants with their balances, which are drawn together. */
export const balancesList = (cursor: string | undefined) => ({
  queryKey: ['ledger', 'balances'],
  cursor,
  fetchPage: async (cursor: string | undefined, signal: AbortSignal): Promise<PageOf<MerchantBalances>> => {
    const { data: merchants, nextCursor } = await merchantList({}).fetchPage(cursor, signal)
    const data = merchants.map(async ({ merchantId, name }) => {
      const found = await readBalances(merchantId, signal).catch(() => null)
      return { merchantId, name, balances: found?.data ?? null }
    })
    return { data: await Promise.all(data), nextCursor }
  },
})

export function fetchEntries(
  { merchantId, currency }: { merchantId: string; currency: string | undefined },
  { cursor, signal }: { cursor: string | undefined; signal: AbortSignal },
): Promise<PageOf<Entry>> {
  const query = { merchantId, currency, cursor, limit: 25 }
  return bodyOf(api.GET('/admin/v1/ledger/entries', { params: { query }, signal }))
}

type Range = { from: string; to: string; processor?: string | undefined }

/** As many lines as a page can hold; the file has all of them. */
export const shownLines = 100

export function useStatement(merchantId: string, { from, to, processor }: Range) {
  return useQuery({
    queryKey: ['ledger', 'statement', merchantId, from, to, processor],
    queryFn: ({ signal }) => {
      const query = { merchantId, from, to, processor, limit: shownLines }
      return bodyOf(api.GET('/admin/v1/ledger/statement', { params: { query }, signal }))
    },
    placeholderData: before => before,
  })
}

export interface LedgerSearch {
  merchantId?: string
  tab?: 'statement'
  /** The processor of the statement. */
  processor?: string
  currency?: string
  /** Days of the statement, both included. */
  from?: string
  to?: string
  cursor?: string
}
