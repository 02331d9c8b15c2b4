import { createRoute, redirect } from '@tanstack/react-router'
import { type Period, periods } from '../../api/overview.ts'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute, text } from '../../shell/route.ts'

interface OverviewSearch {
  period?: Period
  merchantId?: string
  currency?: string
}

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: ({ period, merchantId, currency }): OverviewSearch => ({
    period: periods.find(known => known === period),
    merchantId: text(merchantId),
    currency: text(currency),
  }),
  beforeLoad: ({ context }) => {
    if (context.session.kind === 'portal') throw redirect({ to: '/payments' })
  },
  component: lazyPage(() => import('./overview-page.tsx'), 'OverviewPage'),
})
