import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute, text } from '../../shell/route.ts'

export const deliveryStates = ['pending', 'delivered', 'dead'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export type CallbackTab = 'deliveries' | 'events' | 'live' | 'integrate'

/** Kept in the address, so that a list can be sent to a colleague. */
export interface CallbackSearch {
  tab?: Exclude<CallbackTab, 'deliveries'>
  state?: DeliveryState
  type?: string
  merchantId?: string
  cursor?: string
}

export const callbacksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/callbacks',
  validateSearch: ({ tab, state, type, merchantId, cursor }): CallbackSearch => ({
    tab: tab === 'events' || tab === 'live' || tab === 'integrate' ? tab : undefined,
    state: deliveryStates.find(known => known === state),
    type: text(type),
    merchantId: text(merchantId),
    cursor: text(cursor),
  }),
  component: lazyPage(() => import('./callbacks-page.tsx'), 'CallbacksPage'),
})

/** Event ids come from the processor and are unique only within a merchant. */
export const eventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/callbacks/events/$merchantId/$eventId',
  component: lazyPage(() => import('./event-page.tsx'), 'EventPage'),
})

export const deliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/callbacks/$deliveryId',
  component: lazyPage(() => import('./delivery-page.tsx'), 'DeliveryPage'),
})
