import { useQuery } from '@tanstack/react-query'
import { type Answer, api, bodyOf } from './client.ts'

export type Overview = Answer<'getOverview'>
export type CurrencyFigures = Overview['currencies'][number]
export type CallbackFigures = Overview['callbacks']
export type Attention = Overview['attention']
/** The start of the figures, and how they are grouped. */
export type Span = Pick<Overview, 'from' | 'bucket'>

export const periods = ['24h', '7d', '30d', '90d'] as const
export type Period = (typeof periods)[number]

const hours: Readonly<Record<Period, number>> = { '24h': 24, '7d': 168, '30d': 720, '90d': 2160 }

/** Counted back from now at each refresh, so the period always ends now. */
function startOf(period: Period, now = Date.now()): Date {
  return new Date(now - hours[period] * 3_600_000)
}

/** All merchants or processors, unless one is named. */
export interface Scope {
  merchantId?: string | undefined
  processor?: string | undefined
}

/** The figures of the previous period of the same length, for comparison. They hardly change. */
export function useOverviewBefore(period: Period, scope: Scope = {}) {
  return useQuery({
    queryKey: ['overview-before', period, scope],
    queryFn: ({ signal }) => {
      const to = startOf(period)
      const query = {
        from: startOf(period, to.getTime()).toISOString(),
        to: to.toISOString(),
        ...scope,
      }
      return bodyOf(api.GET('/admin/v1/overview', { params: { query }, signal }))
    },
    staleTime: 5 * 60_000,
  })
}

export const overviewQuery = (period: Period, scope: Scope = {}) => ({
  queryKey: ['overview', period, scope],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const query = { from: startOf(period).toISOString(), ...scope }
    return bodyOf(api.GET('/admin/v1/overview', { params: { query }, signal }))
  },
})

export function useOverview(period: Period, scope: Scope = {}) {
  return useQuery({
    ...overviewQuery(period, scope),
    placeholderData: before => before,
    // Figures lag by a few seconds, so the last change may still be missing.
    refetchInterval: 10_000,
  })
}
