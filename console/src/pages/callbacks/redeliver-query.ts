import { api, bodyOf } from '../../api/client.ts'
import { command, read } from '../../api/command.ts'
import type { DeliveryState } from './delivery-query.ts'

export interface BulkFilter {
  state: DeliveryState
  type?: string
  merchantId?: string
  processor?: string
  /** Only callbacks queued at or after this moment. */
  from?: string
  /** Only callbacks queued before this moment. */
  to?: string
}

/** Callbacks in each state, one and several. */
export const nouns: Readonly<Record<DeliveryState, readonly [one: string, many: string]>> = {
  pending: ['waiting callback', 'waiting callbacks'],
  delivered: ['delivered callback', 'delivered callbacks'],
  dead: ['dead letter', 'dead letters'],
}

/** Redelivers all callbacks that match the filter. */
export const redeliverAll = (filter: BulkFilter) =>
  command('post', '/admin/v1/deliveries/redeliver', { body: filter })

export async function countDeliveries(filter: BulkFilter): Promise<number> {
  const body = { ...filter, dryRun: true }
  return (await read(command('post', '/admin/v1/deliveries/redeliver', { body }))).count
}

/** When the next waiting callback is tried. Null if one is due now, or if there are more than one page shows. */
export async function fetchNextAttempt({
  type,
  merchantId,
  processor,
  from: createdFrom,
}: BulkFilter): Promise<string | null> {
  const query = { state: 'pending', type, merchantId, processor, createdFrom, limit: 100 } as const
  const { data, nextCursor } = await bodyOf(api.GET('/admin/v1/deliveries', { params: { query } }))
  const [first = null] = data.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).sort()
  const isDue = first !== null && Date.parse(first) <= Date.now()
  return nextCursor || isDue ? null : first
}
