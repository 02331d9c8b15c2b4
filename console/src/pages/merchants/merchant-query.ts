import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { choices } from '../../api/choices.ts'
import { type Answer, api, bodyOf, everyItem, type Item } from '../../api/client.ts'
import { mostCounted } from '../../components/numbers.ts'

export const onboardingStatuses = choices.listMerchants.onboarding
export const merchantStates = ['failing', 'suspended', 'disabled'] as const

export interface MerchantSearch {
  search?: string
  onboarding?: (typeof onboardingStatuses)[number]
  /** Merchants that need someone's attention. */
  state?: (typeof merchantStates)[number]
  cursor?: string
}

export type Merchant = Item<'listMerchants'>
type MerchantWithCallback = Answer<'getMerchant'>
export type Key = Item<'listKeys'>
/** The account that new payments use, if there is one. */
export const activeAccount = ({ processor, accounts }: Pick<Merchant, 'processor' | 'accounts'>) =>
  accounts.find(account => account.processor === processor)

export type CallbackState = MerchantWithCallback['callback'] & { url: string | null }

/** As defined by the service: from the first failed attempt until one succeeds. */
export const isFailing = ({ url, failuresInARow }: Pick<CallbackState, 'url' | 'failuresInARow'>) =>
  url !== null && failuresInARow > 0

/** An endpoint's health in words. An endpoint that works again may still have dead letters. */
export function healthText(endpoint: Pick<CallbackState, 'url' | 'failuresInARow'>, deadLetters: number) {
  if (endpoint.url === null) return 'Not set'
  if (isFailing(endpoint)) return 'Failing'
  return deadLetters > 0 ? 'Has dead letters' : 'No failures'
}

type Stoppable = Pick<Merchant, 'suspended' | 'processor' | 'accounts'>

/** The reason on our side why a merchant cannot take payments, whatever the processor allows. */
export function stoppedBy(merchant: Stoppable): 'suspended' | 'disabled' | null {
  if (merchant.suspended) return 'suspended'
  return activeAccount(merchant)?.disabled ? 'disabled' : null
}

/** Whether the platform has lost access to the account that new payments use. */
export const isDisconnected = (merchant: Pick<Merchant, 'processor' | 'accounts'>) =>
  activeAccount(merchant)?.restriction === 'deauthorized'

/** The effective status: an account that the processor has enabled takes nothing while the merchant is suspended. */
export function statusOf(merchant: Merchant): string {
  const stopped = stoppedBy(merchant)
  if (stopped) return stopped
  if (isDisconnected(merchant)) return 'disconnected'
  return activeAccount(merchant)?.restriction ? 'restricted' : merchant.onboardingStatus
}

export const merchantList = ({ cursor, ...filters }: MerchantSearch) => ({
  queryKey: ['merchants', 'list', filters],
  cursor,
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => {
    const { search, onboarding, state } = filters
    const query = { search, onboarding, ...(state && { [state]: true }), cursor, limit: 25 }
    return bodyOf(api.GET('/admin/v1/merchants', { params: { query }, signal }))
  },
})

const callbackOf = ({ callbackUrl: url, callback }: MerchantWithCallback): CallbackState => ({
  url,
  ...callback,
})

const merchantById = (merchantId: string) =>
  queryOptions({
    queryKey: ['merchant', merchantId, 'itself'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/admin/v1/merchants/{merchantId}', { params: { path: { merchantId } }, signal })),
  })

export const useMerchant = (merchantId: string) => useQuery(merchantById(merchantId))

export const useCallbackState = (merchantId: string | undefined) =>
  useQuery({ ...merchantById(merchantId ?? ''), select: callbackOf, enabled: merchantId !== undefined })

/** When, by whom and why the merchant was suspended, or its account disabled: from the audit log. */
export function useStop(merchant: Merchant | undefined) {
  const stopped = merchant ? stoppedBy(merchant) : null
  return useQuery({
    queryKey: ['merchant', merchant?.merchantId, stopped],
    queryFn: async ({ signal }) => {
      const action = stopped === 'suspended' ? 'merchant.suspend' : 'merchant.account-disable'
      const query = { merchantId: merchant?.merchantId, action, limit: 20 }
      const { data } = await bodyOf(api.GET('/admin/v1/audit', { params: { query }, signal }))
      const isAbout = ({ detail }: (typeof data)[number]) =>
        stopped === 'suspended' || detail.processor === merchant?.processor
      return data.find(isAbout) ?? null
    },
    enabled: stopped !== null,
  })
}

/** How many payments customers can still complete, or hold an amount. */
export const useOpenPayments = (merchantId: string) =>
  useQuery({
    queryKey: ['payments', 'open', merchantId],
    queryFn: async ({ signal }) => {
      const query = { merchantId, status: 'open', limit: mostCounted.openPayments } as const
      return (await bodyOf(api.GET('/admin/v1/payments', { params: { query }, signal }))).data.length
    },
  }).data

export function useKeys(merchantId: string) {
  return useQuery({
    queryKey: ['merchant', merchantId, 'keys'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/admin/v1/merchants/{merchantId}/keys', {
          params: { path: { merchantId }, query: { limit: 100 } },
          signal,
        }),
      ),
  })
}

/** They change only with the settings. */
export function useProcessors() {
  return useQuery({
    queryKey: ['processors'],
    queryFn: async ({ signal }) => {
      const params = { query: { limit: 100 } }
      return (await bodyOf(api.GET('/admin/v1/processors', { params, signal }))).data
    },
    staleTime: 5 * 60_000,
  })
}

function readersOf(merchantId: string, processor: string | undefined, signal: AbortSignal) {
  return everyItem(cursor =>
    bodyOf(
      api.GET('/admin/v1/merchants/{merchantId}/readers', {
        params: { path: { merchantId }, query: { processor, cursor, limit: 100 } },
        signal,
      }),
    ),
  )
}

/** A merchant's objects at a processor, apart from the account. */
export function useStandingAt(merchantId: string, processor: string) {
  return useQuery({
    queryKey: ['merchant', merchantId, 'at', processor],
    queryFn: async ({ signal }) => {
      const hasSome = async (filter: { status: 'succeeded' } | { refunded: true }) => {
        const query = { merchantId, processor, ...filter, limit: 1 }
        const { data } = await bodyOf(api.GET('/admin/v1/payments', { params: { query }, signal }))
        return data.length > 0
      }
      const [readers, ...paid] = await Promise.all([
        readersOf(merchantId, processor, signal),
        hasSome({ status: 'succeeded' }),
        hasSome({ refunded: true }),
      ])
      return { readers: readers.length, hasPayment: paid.includes(true) }
    },
  })
}

/** Both come from the processor, so they are not read again after every change. */
export function useTerminals(merchantId: string, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: ['terminals', merchantId],
    queryFn: async ({ signal }) => {
      const [readers, locations] = await Promise.all([
        readersOf(merchantId, undefined, signal),
        everyItem(cursor =>
          bodyOf(
            api.GET('/admin/v1/merchants/{merchantId}/locations', {
              params: { path: { merchantId }, query: { cursor, limit: 100 } },
              signal,
            }),
          ),
        ),
      ])
      return { readers, locations }
    },
    staleTime: 30_000,
  })
}

/** Reads everything about the merchant again after a change. */
export function useRefreshMerchant(merchantId: string): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [['merchant', merchantId], ['merchants']].map(queryKey => queryClient.invalidateQueries({ queryKey })),
    )
}
