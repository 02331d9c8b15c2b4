import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, api, type BodyFor, bodyOf, type Item, type PageOf } from '../../api/client.ts'
import { command, send } from '../../api/command.ts'
import { useKeysetPage } from '../../components/keyset-pages.tsx'

export type Reconciliation = Item<'listReconciliations'>
export type ReconciliationDetail = Answer<'getReconciliation'>
export type Difference = Item<'listDifferences'>

const askEveryMs = 2000

export function fetchReconciliations(
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<PageOf<Reconciliation>> {
  return bodyOf(api.GET('/admin/v1/reconciliations', { params: { query: { cursor, limit: 25 } }, signal }))
}

export function useOpenDifferences(merchantId: string | undefined, cursor: string | undefined) {
  return useKeysetPage({
    queryKey: ['reconciliations', 'differences', { merchantId }],
    cursor,
    fetchPage: (cursor, signal) =>
      bodyOf(
        api.GET('/admin/v1/differences', { params: { query: { merchantId, cursor, limit: 25 } }, signal }),
      ),
  })
}

/** A page of its differences. Read again while the comparison runs. */
export function useReconciliation(reconciliationId: string, cursor: string | undefined) {
  return useKeysetPage({
    queryKey: ['reconciliations', reconciliationId],
    cursor,
    fetchPage: (cursor, signal) =>
      bodyOf(
        api.GET('/admin/v1/reconciliations/{reconciliationId}', {
          params: { path: { reconciliationId }, query: { cursor, limit: 25 } },
          signal,
        }),
      ),
    refetchEveryMs: run => (run?.state === 'running' ? askEveryMs : false),
  })
}

export const reconcile = (body: BodyFor<'startReconciliation'>) =>
  command('post', '/admin/v1/reconciliations', { body })

export function useStartReconciliation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyFor<'startReconciliation'>) => send(reconcile(body)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['reconciliations'] }),
  })
}
