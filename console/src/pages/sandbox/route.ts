import { createRoute, notFound } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute } from '../../shell/route.ts'

interface SandboxSearch {
  /** The test payment whose progress is shown. */
  payment?: string
  /** The merchant from whose page it was opened. */
  merchantId?: string
}

export const sandboxRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sandbox',
  validateSearch: ({ payment, merchantId }): SandboxSearch => ({
    ...(typeof payment === 'string' && { payment }),
    ...(typeof merchantId === 'string' && { merchantId }),
  }),
  beforeLoad: ({ context }) => {
    if (context.session.sandboxes.length === 0) throw notFound()
  },
  component: lazyPage(() => import('./sandbox-page.tsx'), 'SandboxPage'),
})
