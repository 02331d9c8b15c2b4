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

/** Redelivers what the filter matches. */
export const redeliverAll = (filter: BulkFilter) =>
  command('post', '/admin/v1/deliveries/redeliver', { body: filter })

export async function countDeliveries(filter: BulkFilter): Promise<number> {
  const body = { ...filter, dryRun: true }
  return (await read(command('post', '/admin/v1/deliveries/redeliver', { body }))).count
}
