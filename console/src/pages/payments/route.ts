import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../shell/lazy-page.ts'
import { shellRoute } from '../../shell/route.ts'

/** Kept in the address, so that a list can be sent to a colleague. */
export interface PaymentFilters {
  merchantId?: string
  status?: string
  /** `true`, or left out. */
  disputed?: string
  refunded?: string
  /** Moments since which a dispute or a refund was posted: what a figure of the overview counts. */
  disputedFrom?: string
  refundedFrom?: string
  method?: string
  orderRef?: string
  /** The currency of the amounts, and so of the payments that are shown. */
  currency?: string
  amountFrom?: string
  amountTo?: string
  createdFrom?: string
  createdTo?: string
  cursor?: string
}

const names = [
  'merchantId',
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
] as const

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
})

export const paymentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payments/$svcPaymentId',
  component: lazyPage(() => import('./payment-page.tsx'), 'PaymentPage'),
})
