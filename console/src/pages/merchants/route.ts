import { createRoute } from '@tanstack/react-router'
import { keysetQuery } from '../../components/keyset-pages.tsx'
import { lazyPage } from '../../shell/lazy-page.ts'
import { operatorsOnly, shellRoute, text } from '../../shell/route.ts'
import { type MerchantSearch, merchantList, merchantStates, onboardingStatuses } from './merchant-query.ts'

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
  staticData: { reads: ({ search }) => [keysetQuery(merchantList(search))] },
})

export const merchantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/merchants/$merchantId',
  beforeLoad: operatorsOnly,
  component: lazyPage(() => import('./merchant-page.tsx'), 'MerchantPage'),
})
