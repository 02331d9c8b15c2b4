import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { shellRoute } from '../../shell/route.ts'

export const periods = ['24h', '7d', '30d', '90d'] as const
export type Period = (typeof periods)[number]

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: ({ period }): { period?: Period } => ({ period: periods.find(known => known === period) }),
  beforeLoad: ({ context }) => {
    if (context.session.kind === 'portal') throw redirect({ to: '/payments' })
  },
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})
