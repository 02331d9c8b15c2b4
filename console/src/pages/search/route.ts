import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/route.ts'

export const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: ({ q }): { q: string } => ({ q: q === undefined ? '' : String(q) }),
  component: lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage'),
})
