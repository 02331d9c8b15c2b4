import { createRoute, notFound } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { operatorsOnly, shellRoute } from '../../shell/route.ts'

export const merchantsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/merchants',
  validateSearch: ({ cursor }): { cursor?: string } => (typeof cursor === 'string' ? { cursor } : {}),
  beforeLoad: operatorsOnly,
  component: lazyPage(() => import('./merchants-page.tsx'), 'MerchantsPage'),
})

export const merchantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/merchants/$merchantId',
  beforeLoad: operatorsOnly,
  component: lazyPage(() => import('./merchant-page.tsx'), 'MerchantPage'),
})

/** What a merchant sees of itself in its portal. */
export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: ({ context }) => {
    if (context.session.kind !== 'portal') throw notFound()
  },
  component: lazyPage(() => import('./settings-page.tsx'), 'SettingsPage'),
})
