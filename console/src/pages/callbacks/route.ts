import { createRoute } from '@tanstack/react-router'
import { overviewQuery } from '../../api/overview.ts'
import { keysetQuery } from '../../components/keyset-pages.tsx'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute, text } from '../../shell/route.ts'
import { type CallbackSearch, deliveryList, deliveryStates } from './delivery-query.ts'

export const callbacksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/callbacks',
  validateSearch: ({ tab, state, type, merchantId, processor, createdFrom, cursor }): CallbackSearch => ({
    tab: tab === 'events' || tab === 'live' || tab === 'integrate' ? tab : undefined,
    state: deliveryStates.find(known => known === state),
    type: text(type),
    merchantId: text(merchantId),
    processor: text(processor),
    // Only callbacks have this filter.
    createdFrom: tab === undefined ? text(createdFrom) : undefined,
    cursor: text(cursor),
  }),
  component: lazyPage(() => import('./callbacks-page.tsx'), 'CallbacksPage'),
  staticData: {
    reads: ({ search, isOperator }) => [
      ...(isOperator ? [overviewQuery('24h', { merchantId: search.merchantId })] : []),
      ...(search.tab ? [] : [keysetQuery(deliveryList(search))]),
    ],
  },
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
