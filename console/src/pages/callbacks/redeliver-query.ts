import { api, bodyOf } from '../../api/client.ts'
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

const send = (body: BulkFilter & { dryRun?: boolean }) =>
  bodyOf(api.POST('/admin/v1/deliveries/redeliver', { body })).then(({ count }) => count)

export const countDeliveries = (filter: BulkFilter) => send({ ...filter, dryRun: true })
export const redeliverAll = (filter: BulkFilter) => send(filter)

export function commandOf({ state, type, merchantId, processor, from }: BulkFilter): string {
  const options = [
    `--state ${state}`,
    merchantId && `--merchant ${merchantId}`,
    type && `--type ${type}`,
    processor && `--processor ${processor}`,
    from && `--from ${from}`,
  ]
  return ['deliveries redeliver', ...options].filter(Boolean).join(' ')
}
