import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/route.ts'

export const merchantsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/merchants',
  component: lazyRouteComponent(() => import('./merchants-page.tsx'), 'MerchantsPage'),
})
