import { createRoute } from '@tanstack/react-router'
import { keysetQuery } from '../../components/keyset-pages.tsx'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute, text } from '../../shell/route.ts'
import { type DisputeSearch, disputeList, type PaymentFilters, paymentList } from './list-query.ts'
import { paymentQuery } from './payment-query.ts'

const names = [
  'merchantId',
  'processor',
  'status',
  'disputed',
  'refunded',
  'disputedFrom',
  'refundedFrom',
  'method',
  'orderRef',
  'currency',
  'amountFrom',
  'amountTo',
  'createdFrom',
  'createdTo',
  'cursor',
] as const satisfies readonly (keyof PaymentFilters)[]

export const paymentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments',
  validateSearch: (search): PaymentFilters =>
    Object.fromEntries(
      names.flatMap(name => {
        const value = search[name]
        return value === undefined || value === '' ? [] : [[name, String(value)]]
      }),
    ),
  component: lazyPage(() => import('./payments-page.tsx'), 'PaymentsPage'),
  staticData: { reads: ({ search }) => [keysetQuery(paymentList(search))] },
})

export const disputesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/disputes',
  validateSearch: ({ tab, merchantId, cursor }): DisputeSearch => ({
    tab: tab === 'all' ? tab : undefined,
    merchantId: text(merchantId),
    cursor: text(cursor),
  }),
  component: lazyPage(() => import('./disputes-page.tsx'), 'DisputesPage'),
  staticData: { reads: ({ search }) => [keysetQuery(disputeList(search))] },
})

export const paymentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments/$svcPaymentId',
  component: lazyPage(() => import('./payment-page.tsx'), 'PaymentPage'),
  staticData: { reads: ({ params: { svcPaymentId = '' } }) => [paymentQuery(svcPaymentId)] },
})
