import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { operatorsOnly, shellRoute, text } from '../../shell/route.ts'

interface ReconciliationsSearch {
  cursor?: string
  /** The cursor of the unexplained differences. */
  differences?: string
  /** Only this merchant’s differences. */
  merchantId?: string
}

export const reconciliationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reconciliations',
  validateSearch: ({ cursor, differences, merchantId }): ReconciliationsSearch => ({
    cursor: text(cursor),
    differences: text(differences),
    merchantId: text(merchantId),
  }),
  beforeLoad: operatorsOnly,
  component: lazyPage(() => import('./pages.ts'), 'ReconciliationsPage'),
})

export const reconciliationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reconciliations/$reconciliationId',
  validateSearch: ({ cursor }): { cursor?: string } => ({ cursor: text(cursor) }),
  beforeLoad: operatorsOnly,
  component: lazyPage(() => import('./pages.ts'), 'ReconciliationPage'),
})
