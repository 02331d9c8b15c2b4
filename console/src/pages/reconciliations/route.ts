import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { operatorsOnly, shellRoute, text } from '../../shell/route.ts'

export const reconciliationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reconciliations',
  validateSearch: ({ cursor, differences }): { cursor?: string; differences?: string } => ({
    cursor: text(cursor),
    differences: text(differences),
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
