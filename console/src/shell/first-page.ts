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
    /** What the page shows first. */
    reads?: (place: {
      params: Record<string, string>
      search: Record<string, never>
      isOperator: boolean
    }) => readonly Read[]
  }
}

/** An empty frame is drawn after that, if the answers take longer. */
const patienceMs = 400

/**
 * Asks for the session, the page's code and what it shows all at once, and waits for them: to draw a page first without
 * its content and then with it takes twice as long.
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
