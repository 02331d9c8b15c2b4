import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
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

export function createRefresher(queryClient: QueryClient): Refresher {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const readAfterwards = new WeakSet<Query>()
  const read = (queryKey: QueryKey, exact = false) =>
    queryClient.invalidateQueries({ queryKey, exact }, { cancelRefetch: false })
  /**
   * The result of a read in progress may be older than the change, so another read follows it.
   */
  const refresh = (queryKey: readonly string[]) => {
    for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
      if (readAfterwards.has(query)) continue
      readAfterwards.add(query)
      const forget = () => void readAfterwards.delete(query)
      const readAgain = () => {
        forget()
        void read(query.queryKey, true)
      }
      void query.promise?.then(readAgain, forget)
    }
    void read(queryKey)
  }
  const refreshSoon = (queryKey: readonly string[]) => {
    const id = queryKey.join(' ')
    if (timers.has(id)) return
    const refreshNow = () => {
      timers.delete(id)
      refresh(queryKey)
    }
    timers.set(id, setTimeout(refreshNow, queryKey[0] === 'overview' ? overviewPauseMs : pauseMs))
  }
  /** Payments on screen that have an order: their pages also show its other payments, one of which may have changed. */
  const paymentsWithOrders = (merchantId: string | null | undefined) =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: ['payment'], type: 'active' })
      .flatMap(({ state: { data } }) => {
        const shown = data as
          | { svcPaymentId: string; merchantId: string; orderRef: string | null }
          | undefined
        return shown?.merchantId === merchantId && shown?.orderRef ? [shown.svcPaymentId] : []
      })
  return {
    note({ kind, svcPaymentId, merchantId, type }) {
      for (const resource of affected[kind]) refreshSoon([resource])
      if (kind === 'delivery' && merchantId) refreshSoon(['merchant', merchantId, 'itself'])
      if (type?.startsWith('account.'))
        for (const resource of ['merchant', 'merchants']) refreshSoon([resource])
      if (svcPaymentId) refreshSoon(['payment', svcPaymentId])
      if (kind === 'payment') for (const id of paymentsWithOrders(merchantId)) refreshSoon(['payment', id])
    },
    all() {
      for (const resource of everything) refresh([resource])
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
