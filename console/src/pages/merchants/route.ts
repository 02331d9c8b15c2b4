import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { operatorsOnly, shellRoute, text } from '../../shell/route.ts'

export const onboardingStatuses = ['not_started', 'pending', 'charges_only', 'enabled', 'restricted'] as const
export const merchantStates = ['failing', 'suspended'] as const

export interface MerchantSearch {
  search?: string
  onboarding?: (typeof onboardingStatuses)[number]
  /** What needs someone's attention. */
  state?: (typeof merchantStates)[number]
  cursor?: string
}

export const merchantsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/merchants',
  validateSearch: ({ search, onboarding, state, cursor }): MerchantSearch => ({
    search: text(search === undefined ? undefined : String(search)),
    onboarding: onboardingStatuses.find(status => status === onboarding),
    state: merchantStates.find(known => known === state),
    cursor: text(cursor),
  }),
  beforeLoad: operatorsOnly,
  component: lazyPage(() => import('./merchants-page.tsx'), 'MerchantsPage'),
})

export const merchantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/merchants/$merchantId',
  beforeLoad: operatorsOnly,
  component: lazyPage(() => import('./merchant-page.tsx'), 'MerchantPage'),
})
