import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { eachMerchant, sharesStatements } from '../db/per-merchant.ts'
import type { MerchantId } from '../ids.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { type Actor, recordAction } from '../operators/audit-log.sql.ts'
import { problems } from '../problems.ts'
import {
  type BulkFilter,
  bodyArchivedAt,
  countDeliveries,
  type DeliveryKey,
  type DeliveryRow,
  findDeliveries,
  findDelivery,
  findDeliveryOfEvent,
  insertDeliveryOfEvent,
  lockDeliveries,
  lockDeliveriesOf,
  lockDelivery,
  restartDeliveries,
} from './deliveries.sql.ts'
import { askFor, endPauses } from './endpoints.sql.ts'

export interface RedeliverDeps {
  db: Db
  clock: Clock
  wakeCallbacks: () => void
}

export async function redeliver(
  deps: RedeliverDeps,
  actor: Actor,
  deliveryId: string,
  force: boolean,
): Promise<DeliveryRow> {
  return await startAgain(
    deps,
    force,
    tx => findDelivery(tx, deliveryId),
    async (tx, delivery) => {
      await recordAction(tx, deps.clock.now(), actor, {
        action: 'delivery.redeliver',
        target: deliveryId,
        merchantId: delivery.merchantId as MerchantId,
      })
    },
  )
}

/** By the merchant itself, who knows events and not deliveries. */
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
  )
}

/** Few enough that the locks of a batch are no hindrance to those who send. */
const batch = 2_000

/** Many at once are done in batches: what matches can be a million, and one statement would stop all sending. */
export async function redeliverAll(
  deps: RedeliverDeps,
  actor: Actor,
  filter: BulkFilter,
  dryRun: boolean,
): Promise<number> {
  if (filter.merchantId !== null && !(await findMerchant(deps.db, filter.merchantId))) {
    throw problems.notFound('merchant')
  }
  const matching = await countDeliveries(deps.db, filter)
  if (dryRun) return matching
  const merchantId = filter.merchantId as MerchantId | null
  const detail = {
    type: filter.type,
    from: filter.from?.toISOString() ?? null,
    to: filter.to?.toISOString() ?? null,
  }
  const target = `${matching} ${filter.state ?? ''} deliveries`
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
  let before: string | null = null
  do {
    const { last, restarted }: Batch = await restartBatch(deps, filter, before, tried)
    for (const key of restarted) tried.add(key.merchantId)
    deps.wakeCallbacks()
    total += restarted.length
    before = last
  } while (before !== null)
  return total
}

interface Batch {
  /** Null when there are no more. */
  last: string | null
  restarted: DeliveryKey[]
}

async function restartBatch(
  { db, clock }: Pick<RedeliverDeps, 'db' | 'clock'>,
  filter: BulkFilter,
  before: string | null,
  tried: ReadonlySet<string>,
): Promise<Batch> {
  const restart = async (tx: Tx, keys: DeliveryKey[]) => {
    const now = clock.now()
    await restartDeliveries(tx, keys, now)
    const untried = new Set(keys.map(key => key.merchantId).filter(id => !tried.has(id)))
    await endPauses(tx, [...untried], now)
    return keys
  }
  const page = { before, limit: batch }
  if (sharesStatements(db)) {
    const restarted = await db.begin(async tx => restart(tx, await lockDeliveries(tx, filter, page)))
    return { last: restarted.at(-1)?.deliveryId ?? null, restarted }
  }
  const found = await findDeliveries(db, filter, page)
  const { results, faults } = await eachMerchant(found, (own, merchantId) =>
    db.begin(async tx => restart(tx, await lockDeliveriesOf(tx, filter, merchantId, own))),
  )
  if (faults.length > 0) throw faults[0]
  return { last: found.at(-1)?.deliveryId ?? null, restarted: results.flat() }
}

async function startAgain(
  deps: RedeliverDeps,
  force: boolean,
  find: (tx: Tx) => Promise<DeliveryRow | null>,
  alsoDo: (tx: Tx, delivery: DeliveryRow) => Promise<void> = async () => {},
): Promise<DeliveryRow> {
  const restarted = await deps.db.begin(async tx => {
    const delivery = await find(tx)
    const state = delivery && (await lockDelivery(tx, delivery))
    if (!delivery || !state) throw problems.notFound('delivery')
    if (state === 'delivered' && !force) {
      throw problems.invalidState('Already delivered. Set `force` to resend.', state, ['pending', 'dead'])
    }
    const archivedAt = await bodyArchivedAt(tx, delivery)
    if (archivedAt) throw problems.bodyArchived(archivedAt)
    const now = deps.clock.now()
    await restartDeliveries(tx, [delivery], now)
    await askFor(tx, delivery)
    await alsoDo(tx, delivery)
    return (await findDelivery(tx, delivery.deliveryId, delivery.merchantId)) ?? delivery
  })
  deps.wakeCallbacks()
  return restarted
}
