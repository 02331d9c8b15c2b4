import { useQuery } from '@tanstack/react-query'
import { choices } from '../../api/choices.ts'
import { type Answer, api, bodyOf, type Item, type PageOf } from '../../api/client.ts'
import { startOfDay } from '../../components/days.ts'
import { keysetQuery } from '../../components/keyset-pages.tsx'

export const deliveryStates = choices.listDeliveries.state
export type DeliveryState = (typeof deliveryStates)[number]

export type CallbackTab = 'deliveries' | 'events' | 'live' | 'integrate'

/** Kept in the address, so that a list can be sent to a colleague. */
export interface CallbackSearch {
  tab?: Exclude<CallbackTab, 'deliveries'>
  state?: DeliveryState
  type?: string
  merchantId?: string
  processor?: string
  /** A day, or the moment from which a figure counts. */
  createdFrom?: string
  cursor?: string
}

export type Delivery = Item<'listDeliveries'>
export type DeliveryDetail = Answer<'getDelivery'>
export type Attempt = DeliveryDetail['attemptLog'][number]
export type CallbackEvent = Item<'listAllEvents'>

export const deliveriesOnPage = 25

interface PageRequest {
  cursor?: string
  signal: AbortSignal
}

export const deliveryList = ({ cursor, tab: _, ...filters }: CallbackSearch) => ({
  queryKey: ['deliveries', filters],
  cursor,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) =>
    fetchDeliveries(filters, { cursor, signal }),
})

export const deadLettersOf = (merchantId: string) => ({ merchantId, state: 'dead' }) as const

/** The newest dead letters of a merchant. */
export const useDeadLetters = (merchantId: string) =>
  useQuery(keysetQuery(deliveryList(deadLettersOf(merchantId))))

function fetchDeliveries(
  { state, type, merchantId, processor, createdFrom: from }: CallbackSearch,
  { cursor, signal }: PageRequest,
): Promise<PageOf<Delivery>> {
  const createdFrom = from && startOfDay(from)
  const query = { state, type, merchantId, processor, createdFrom, cursor, limit: deliveriesOnPage }
  return bodyOf(api.GET('/admin/v1/deliveries', { params: { query }, signal }))
}

export function fetchEvents(
  { state, type, merchantId, processor }: CallbackSearch,
  { cursor, signal }: PageRequest,
): Promise<PageOf<CallbackEvent>> {
  const query = { state, type, merchantId, processor, cursor, limit: deliveriesOnPage }
  return bodyOf(api.GET('/admin/v1/events', { params: { query }, signal }))
}

const lookEveryMs = 1_000

/** The stream announces changes; a redelivery's outcome is polled for as well. */
export function useDelivery(
  deliveryId: string,
  isAwaited: (delivery: DeliveryDetail | undefined) => boolean = () => false,
) {
  return useQuery({
    queryKey: ['delivery', deliveryId],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/admin/v1/deliveries/{deliveryId}', { params: { path: { deliveryId } }, signal })),
    refetchInterval: ({ state }) => (isAwaited(state.data) ? lookEveryMs : false),
  })
}

/** Null when there is no such event. */
export function useEvent(merchantId: string, eventId: string) {
  return useQuery({
    queryKey: ['events', merchantId, eventId],
    queryFn: async ({ signal }) => {
      const query = { merchantId, eventId }
      const { data } = await bodyOf(api.GET('/admin/v1/events', { params: { query }, signal }))
      return data[0] ?? null
    },
  })
}

/** Each redelivery begins a new cycle. */
export const attemptsInCycle = 9

/** The outcome of the last attempt in a few words. */
export function lastAnswer({ lastStatus, lastError }: Pick<Delivery, 'lastStatus' | 'lastError'>): string {
  if (lastStatus !== null) return `HTTP ${lastStatus}`
  return lastError ?? '–'
}
