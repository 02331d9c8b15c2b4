import { createRouter } from '@tanstack/react-router'
import { activityRoute } from './pages/activity/route.ts'
import { callbacksRoute, deliveryRoute, eventRoute } from './pages/callbacks/route.ts'
import { ledgerRoute } from './pages/ledger/route.ts'
import { merchantRoute, merchantsRoute } from './pages/merchants/route.ts'
import { overviewRoute } from './pages/overview/route.ts'
import { disputesRoute, paymentRoute, paymentsRoute } from './pages/payments/route.ts'
import { settingsRoute, statementsRoute } from './pages/portal/route.ts'
import { reconciliationRoute, reconciliationsRoute } from './pages/reconciliations/route.ts'
import { sandboxRoute } from './pages/sandbox/route.ts'
import { searchRoute } from './pages/search/route.ts'
import { portalRoute, signInRoute } from './pages/sign-in/route.ts'
import { rootRoute, shellRoute, unknownRoute } from './shell/route.ts'
import { Loading } from './shell/route-states.tsx'

const routeTree = rootRoute.addChildren([
  signInRoute,
  portalRoute,
  shellRoute.addChildren([
    overviewRoute,
    paymentsRoute,
    paymentRoute,
    callbacksRoute,
    deliveryRoute,
    eventRoute,
    merchantsRoute,
    merchantRoute,
    disputesRoute,
    statementsRoute,
    settingsRoute,
    ledgerRoute,
    reconciliationsRoute,
    reconciliationRoute,
    activityRoute,
    sandboxRoute,
    searchRoute,
    unknownRoute,
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Loading,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
