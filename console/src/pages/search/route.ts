import { createRoute } from '@tanstack/react-router'
import { withoutSecret } from '../../components/secrets.ts'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute } from '../../shell/route.ts'

export const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: ({ q }): { q: string } => ({ q: q === undefined ? '' : withoutSecret(String(q)) }),
  component: lazyPage(() => import('./search-page.tsx'), 'SearchPage'),
})
