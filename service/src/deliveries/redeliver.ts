import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { inStatements } from '../db/per-merchant.ts'
import type { MerchantId } from '../ids.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import { problems } from '../problems.ts'
import {
  type BulkFilter,
  countDeliveries,
  type DeliveryKey,
  type DeliveryRow,
  findDeliveries,
  findDelivery,
  findDeliveryOfEvent,
  findTargetOfDelivery,
  insertDeliveryOfEvent,
  lockDeliveries,
  lockDelivery,
  restartDeliveries,
} from './deliveries.sql.ts'
import { endPauses } from './endpoints.sql.ts'

export interface RedeliverDeps {
  db: Db
  clock: Clock
  wakeCallbacks: (merchantId?: string) => void
}

export async function redeliver(deps: RedeliverDeps, actor: Actor, deliveryId: string, force: boolean) {
  return await startAgain(deps, force, tx => findDelivery(tx, deliveryId), {
    unknown: 'delivery',
    async alsoDo(tx, delivery) {
      await recordAction(tx, deps.clock.now(), actor, {
        action: 'delivery.redeliver',
        target: deliveryId,
        merchantId: delivery.merchantId as MerchantId,
      })
    },
  })
}

/** Redelivers an event by its id, because the merchants' API has events but no deliveries. */
export async function redeliverEvent(
  deps: RedeliverDeps,
  merchantId: MerchantId,
  eventId: string,
  force: boolean,
): Promise<DeliveryRow> {
  const now = deps.clock.now()
  return await startAgain(
    deps,
    force,
    async tx =>
      (await findDeliveryOfEvent(tx, merchantId, eventId)) ??
      (await insertDeliveryOfEvent(tx, merchantId, eventId, now)),
    { unknown: 'forwarded event' },
  )
}

/** Small enough that a batch's locks do not hold up the workers. */
const batch = 2_000

interface Many extends Omit<BulkFilter, 'state'> {
  state?: BulkFilter['state'] | 'undelivered'
}

/** Pending deliveries first: a dead letter that is redelivered becomes pending. */
const statesOf = (state: Many['state']) =>
  state === 'undelivered' ? (['pending', 'dead'] as const) : [state]

export async function redeliverAll(deps: RedeliverDeps, actor: Actor, filter: Many, dryRun: boolean) {
  if (filter.merchantId !== undefined && !(await findMerchant(deps.db, filter.merchantId))) {
    throw problems.notFound('merchant')
  }
  const filters = statesOf(filter.state).map(state => ({ ...filter, state }))
  const counts = await Promise.all(filters.map(one => countDeliveries(deps.db, one)))
  const matching = counts.reduce((sum, count) => sum + count, 0)
  if (dryRun) return matching
  const merchantId = (filter.merchantId ?? null) as MerchantId | null
  const detail = {
    count: matching,
    state: filter.state ?? null,
    type: filter.type ?? null,
    ...(filter.processor !== undefined && { processor: filter.processor }),
    from: filter.from?.toISOString() ?? null,
    to: filter.to?.toISOString() ?? null,
  }
  const which = filters.flatMap(({ state }) => state ?? []).join(' or ')
  const target = [matching, which, 'deliveries'].filter(part => part !== '').join(' ')
  await deps.db.begin(tx =>
    recordAction(tx, deps.clock.now(), actor, {
      action: 'delivery.redeliver-all',
      target,
      merchantId,
      detail,
    }),
  )
  const tried = new Set<string>()
  let total = 0
  for (const one of filters) total += await redeliverMatching(deps, one, tried)
  return total
}

/** Works in batches: a million deliveries may match, and a single statement would block all sending. */
async function redeliverMatching(deps: RedeliverDeps, filter: BulkFilter, tried: Set<string>) {
  let total = 0
  let before: string | undefined
  do {
    const found = await findDeliveries(deps.db, filter, { before: before ?? null, limit: batch })
    before = found.at(-1)?.deliveryId
    const restarted = (await inStatements(deps.db, found, own => restart(deps, filter, own, tried))).flat()
    for (const { merchantId } of restarted) tried.add(merchantId)
    deps.wakeCallbacks()
    total += restarted.length
  } while (before)
  return total
}

async function restart(
  { db, clock }: Pick<RedeliverDeps, 'db' | 'clock'>,
  filter: BulkFilter,
  found: DeliveryKey[],
  tried: ReadonlySet<string>,
): Promise<DeliveryKey[]> {
  return await db.begin(async tx => {
    const locked = await lockDeliveries(tx, filter, found)
    const now = clock.now()
    await restartDeliveries(tx, locked, now, { askedFor: false })
    await endPauses(
      tx,
      locked.filter(({ merchantId }) => !tried.has(merchantId)),
      now,
    )
    return locked
  })
}

async function startAgain(
  deps: RedeliverDeps,
  force: boolean,
  find: (tx: Tx) => Promise<DeliveryRow | null>,
  { unknown, alsoDo }: { unknown: string; alsoDo?(tx: Tx, delivery: DeliveryRow): Promise<void> },
): Promise<DeliveryRow> {
  const restarted = await deps.db.begin(async tx => {
    const delivery = await find(tx)
    const state = delivery && (await lockDelivery(tx, delivery))
    if (!delivery || !state) throw problems.notFound(unknown)
    if (state === 'delivered' && !force) {
      throw problems.invalidState('Already delivered. Set `force` to redeliver it.', state, [
        'pending',
        'dead',
      ])
    }
    const target = await findTargetOfDelivery(tx, delivery)
    if (target?.removedAt) throw problems.bodyRemoved(target.removedAt)
    const now = deps.clock.now()
    await restartDeliveries(tx, [delivery], now, { askedFor: true })
    await alsoDo?.(tx, delivery)
    return (await findDelivery(tx, delivery.deliveryId, delivery.merchantId)) ?? delivery
  })
  deps.wakeCallbacks(restarted.merchantId)
  return restarted
}
