import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../shell/route.ts'

export const callbacksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/callbacks',
  component: lazyRouteComponent(() => import('./callbacks-page.tsx'), 'CallbacksPage'),
})
