import type { AnyRouter } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { merchantNamesQuery } from '../session/merchant-names.ts'
import { sentSession, sessionQuery } from '../session/session.ts'
import { operatorsOnly } from './route.ts'

interface Read {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown>
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The queries for the first content of the page. */
    reads?: (place: {
      params: Record<string, string>
      search: Record<string, never>
      isOperator: boolean
    }) => readonly Read[]
  }
}

/** If the answers take longer than this, an empty frame is drawn. */
const patienceMs = 400

/**
 * Requests the session, the page's code and its content at the same time, and waits for all of them: drawing a page
 * first without and then with its content takes twice as long.
 */
export async function readFirstPage(router: AnyRouter): Promise<void> {
  const kind = sentSession()
  if (kind === 'none') return
  const isOperator = kind === 'operator'
  const session = queryClient.prefetchQuery(sessionQuery)
  const names = isOperator && queryClient.prefetchQuery(merchantNamesQuery)
  const matches = router.matchRoutes(router.latestLocation)
  const pages = matches.map(async ({ routeId, params, search }) => {
    const { component, staticData, beforeLoad } = router.routesById[routeId].options
    const read = async () => {
      if (beforeLoad === operatorsOnly && !isOperator) return
      const reads: readonly Read[] = staticData?.reads?.({ params, search, isOperator }) ?? []
      await Promise.all(reads.map(read => queryClient.prefetchQuery(read)))
    }
    await Promise.all([component?.preload?.(), read()])
  })
  const patience = new Promise(resolve => setTimeout(resolve, patienceMs))
  await Promise.race([Promise.allSettled([session, names, ...pages]), patience])
}
