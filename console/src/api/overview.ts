import { useQuery } from '@tanstack/react-query'
import { problemFrom, unreachable } from './problem.ts'

export interface CurrencyFigures {
  currency: string
  volumeCents: number
  count: number
  succeeded: number
  failed: number
  feesCents: number
  refundedCents: number
  disputedCents: number
  series: {
    at: string
    volumeCents: number
    count: number
    succeeded: number
    feesCents: number
    refundedCents: number
  }[]
}

export interface CallbackFigures {
  delivered: number
  failed: number
  pending: number
  dead: number
  p50Ms: number | null
  p95Ms: number | null
  series: { at: string; delivered: number; failed: number }[]
}

export interface Attention {
  deadLetters: number
  failingEndpoints: { merchantId: string; name: string; since: string | null; waiting: number }[]
  restrictedMerchants: { merchantId: string; name: string; onboardingStatus: string }[]
  openOperations: number
  unreadEvents: number
  disputes: {
    svcPaymentId: string
    merchantId: string
    amountCents: number
    currency: string
    dueBy: string | null
  }[]
  lastLedgerCheck: { at: string; ok: boolean } | null
}

export interface Overview {
  from: string
  to: string
  bucket: 'hour' | 'day'
  currencies: CurrencyFigures[]
  declines: { code: string; count: number }[]
  callbacks: CallbackFigures
  attention: Attention
}

export const periods = ['24h', '7d', '30d', '90d'] as const
export type Period = (typeof periods)[number]

const hours: Readonly<Record<Period, number>> = { '24h': 24, '7d': 168, '30d': 720, '90d': 2160 }

/** Counted back from now; asked anew with each refresh, so that "now" moves on. */
export function startOf(period: Period, now = Date.now()): Date {
  return new Date(now - hours[period] * 3_600_000)
}

export function useOverview(period: Period, merchantId: string | undefined) {
  return useQuery({
    queryKey: ['overview', period, merchantId ?? null],
    queryFn: async ({ signal }): Promise<Overview> => {
      const query = new URLSearchParams({
        from: startOf(period).toISOString(),
        ...(merchantId && { merchantId }),
      })
      const response = await fetch(`/admin/v1/overview?${query}`, { signal }).catch(() =>
        Promise.reject(unreachable()),
      )
      if (!response.ok) throw await problemFrom(response)
      return await response.json()
    },
    placeholderData: before => before,
  })
}
