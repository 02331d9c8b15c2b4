import { createRoute, notFound } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute } from '../../shell/route.ts'

export const sandboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sandbox',
  /** The test payment whose progress is shown. */
  validateSearch: ({ payment }): { payment?: string } => (typeof payment === 'string' ? { payment } : {}),
  beforeLoad: ({ context }) => {
    if (!context.session.sandbox) throw notFound()
  },
  component: lazyPage(() => import('./sandbox-page.tsx'), 'SandboxPage'),
})
