import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute } from '../../shell/route.ts'

export const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: ({ q }): { q: string } => ({ q: q === undefined ? '' : String(q) }),
  component: lazyPage(() => import('./search-page.tsx'), 'SearchPage'),
})
