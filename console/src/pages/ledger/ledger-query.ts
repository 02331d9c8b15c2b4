import { useQuery } from '@tanstack/react-query'
import { type Answer, api, bodyOf, type Item, type PageOf } from '../../api/client.ts'

export type Entry = Item<'listLedgerEntries'>
export type Balance = Answer<'listLedgerBalances'>['data'][number]
export type Statement = Answer<'getLedgerStatement'>

export function useBalances(merchantId: string) {
  return useQuery({
    queryKey: ['ledger', 'balances', merchantId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/admin/v1/ledger/balances', { params: { query: { merchantId } }, signal })),
  })
}

export function fetchEntries(
  { merchantId, currency }: { merchantId: string; currency: string | undefined },
  { cursor, signal }: { cursor: string | undefined; signal: AbortSignal },
): Promise<PageOf<Entry>> {
  const query = { merchantId, currency, cursor, limit: 25 }
  return bodyOf(api.GET('/admin/v1/ledger/entries', { params: { query }, signal }))
}

type Range = { from: string; to: string; processor?: string | undefined }

/** As many lines as a page can hold; the file has all of them. */
export const shownLines = 200

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

export function fetchWholeStatement(merchantId: string, range: Range): Promise<Statement> {
  return bodyOf(api.GET('/admin/v1/ledger/statement', { params: { query: { merchantId, ...range } } }))
}
