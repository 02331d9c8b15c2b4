import { createRoute } from '@tanstack/react-router'
import { createElement } from 'react'
import { type Period, periods } from '../../api/overview.ts'
import { useSignedIn } from '../../session/session.ts'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute, text } from '../../shell/route.ts'

interface OverviewSearch {
  period?: Period
  merchantId?: string
  processor?: string
  currency?: string
}

const OverviewPage = lazyPage(() => import('./overview-page.tsx'), 'OverviewPage')
const HomePage = lazyPage(() => import('../portal/home-page.tsx'), 'HomePage')

/** Operators and merchants have different first pages. */
function StartPage() {
  return useSignedIn().kind === 'portal' ? createElement(HomePage) : createElement(OverviewPage)
}

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: ({ period, merchantId, processor, currency }): OverviewSearch => ({
    period: periods.find(known => known === period),
    merchantId: text(merchantId),
    processor: text(processor),
    currency: text(currency),
  }),
  component: StartPage,
})
