import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/route.ts'

export const ledgerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/ledger',
  component: lazyRouteComponent(() => import('./ledger-page.tsx'), 'LedgerPage'),
})
