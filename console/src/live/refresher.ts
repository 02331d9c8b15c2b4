import type { QueryClient } from '@tanstack/react-query'
import type { LiveMessage } from './stream.ts'

/** Which queries each kind of message makes stale, by the first part of their keys. */
const affected = {
  payment: ['payments', 'ledger', 'overview'],
  event: ['events', 'overview'],
  delivery: ['deliveries', 'delivery', 'events', 'overview'],
} as const

const everything = [
  'payments',
  'payment',
  'events',
  'deliveries',
  'delivery',
  'overview',
  'ledger',
  'operations',
  'merchant',
  'merchants',
  'actions',
]
/** A burst of messages causes one refresh; the overview, which costs more, is refreshed less often. */
const pauseMs = 400
const overviewPauseMs = 2_000

interface Refresher {
  note: (message: LiveMessage) => void
  all: () => void
  stop: () => void
}

/**
 * Has everything under a key read again. A first reading that is under way is not begun anew by that, and what it
 * brings may be older than the news: it is read again afterwards.
 */
function refresh(queryClient: QueryClient, queryKey: readonly string[]): void {
  const underWay = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  for (const query of underWay.filter(({ state }) => state.data === undefined)) {
    const again = () => queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    void query.promise?.then(again, () => {})
  }
  void queryClient.invalidateQueries({ queryKey })
}

export function createRefresher(queryClient: QueryClient): Refresher {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const refreshSoon = (queryKey: readonly string[]) => {
    const id = queryKey.join(' ')
    if (timers.has(id)) return
    const refreshNow = () => {
      timers.delete(id)
      refresh(queryClient, queryKey)
    }
    timers.set(id, setTimeout(refreshNow, queryKey[0] === 'overview' ? overviewPauseMs : pauseMs))
  }
  return {
    note({ kind, svcPaymentId, merchantId, type }) {
      for (const resource of affected[kind]) refreshSoon([resource])
      if (kind === 'delivery' && merchantId) refreshSoon(['merchant', merchantId, 'callback'])
      if (type === 'account.updated')
        for (const resource of ['merchant', 'merchants']) refreshSoon([resource])
      if (svcPaymentId) refreshSoon(['payment', svcPaymentId])
    },
    all() {
      for (const resource of everything) refresh(queryClient, [resource])
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
