import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { shellRoute } from '../../shell/route.ts'

export const sandboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sandbox',
  /** The test payment whose progress is shown. */
  validateSearch: ({ payment }): { payment?: string } => (typeof payment === 'string' ? { payment } : {}),
  beforeLoad: ({ context }) => {
    if (!context.session.sandbox) throw notFound()
  },
  component: lazyRouteComponent(() => import('./sandbox-page.tsx'), 'SandboxPage'),
})
