import { choices } from '../../api/choices.ts'
import type { BodyFor } from '../../api/client.ts'
import { command, read } from '../../api/command.ts'

export const bulkStates = choices.redeliverAll.state
type BulkState = (typeof bulkStates)[number]

export type BulkFilter = Omit<BodyFor<'redeliverAll'>, 'dryRun' | 'state'> & { state: BulkState }

/** Names for callbacks in each state, singular and plural. */
export const nouns: Readonly<Record<BulkState, readonly [one: string, many: string]>> = {
  pending: ['waiting callback', 'waiting callbacks'],
  delivered: ['delivered callback', 'delivered callbacks'],
  dead: ['dead letter', 'dead letters'],
  undelivered: ['callback', 'callbacks'],
}

/** Redelivers all callbacks that match the filter. */
export const redeliverAll = (filter: BulkFilter) =>
  command('post', '/admin/v1/deliveries/redeliver', { body: filter })

export async function countDeliveries(filter: BulkFilter): Promise<number> {
  const body = { ...filter, dryRun: true }
  return (await read(command('post', '/admin/v1/deliveries/redeliver', { body }))).count
}
