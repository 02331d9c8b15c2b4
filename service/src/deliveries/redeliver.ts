import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { inStatements } from '../db/per-merchant.ts'
import type { MerchantId } from '../ids.ts'
import { findMerchant } from '../merchants/merchants.sql.ts'
import { type Actor, recordAction, recordAlone } from '../operators/audit-log.sql.ts'
import { existing, problems } from '../problems.ts'
import {
  type BulkFilter,
  countDeliveries,
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
  return await sendSoon(deps, async tx => {
    const delivery = existing(await findDelivery(tx, deliveryId), 'delivery')
    const restarted = await startAgain(tx, deps.clock, delivery, force)
    const merchantId = delivery.merchantId as MerchantId
    const entry = { action: 'delivery.redeliver', target: deliveryId, merchantId }
    await recordAction(tx, deps.clock.now(), actor, entry)
    return restarted
  })
}

/** Redelivers an event by its id, because the merchants' API has events but no deliveries. */
export async function redeliverEvent(
  deps: RedeliverDeps,
  merchantId: MerchantId,
  eventId: string,
  force: boolean,
) {
  return await sendSoon(deps, async tx => {
    const delivery =
      (await findDeliveryOfEvent(tx, merchantId, eventId)) ??
      (await insertDeliveryOfEvent(tx, merchantId, eventId, deps.clock.now()))
    return await startAgain(tx, deps.clock, existing(delivery, 'forwarded event'), force)
  })
}

async function sendSoon(deps: RedeliverDeps, restart: (tx: Tx) => Promise<DeliveryRow>) {
  const restarted = await deps.db.begin(restart)
  deps.wakeCallbacks(restarted.merchantId)
  return restarted
}

async function startAgain(tx: Tx, clock: Clock, delivery: DeliveryRow, force: boolean) {
  const state = await lockDelivery(tx, delivery)
  if (state === 'delivered' && !force) {
    const allowed = ['pending', 'dead']
    throw problems.invalidState('Already delivered. Set `force` to redeliver it.', state, allowed)
  }
  const target = await findTargetOfDelivery(tx, delivery)
  if (target?.removedAt) throw problems.bodyRemoved(target.removedAt)
  await restartDeliveries(tx, [delivery], { now: clock.now(), askedFor: true })
  return (await findDelivery(tx, delivery.deliveryId, delivery.merchantId)) ?? delivery
}

interface Many extends Omit<BulkFilter, 'state'> {
  state?: BulkFilter['state'] | 'undelivered'
}

/** Pending deliveries first: a dead letter that is redelivered becomes pending. */
const statesOf = (state: Many['state']) =>
  state === 'undelivered' ? (['pending', 'dead'] as const) : [state]

export async function redeliverAll(deps: RedeliverDeps, actor: Actor, filter: Many, dryRun: boolean) {
  const { merchantId = null, processor, state = null, type = null, from, to } = filter
  if (merchantId !== null) existing(await findMerchant(deps.db, merchantId), 'merchant')
  const filters = statesOf(filter.state).map(state => ({ ...filter, state }))
  const counts = await Promise.all(filters.map(one => countDeliveries(deps.db, one)))
  const count = counts.reduce((sum, one) => sum + one, 0)
  if (dryRun) return count
  const which = state === 'undelivered' ? 'pending or dead' : state
  const period = { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null }
  await recordAlone(deps, actor, {
    action: 'delivery.redeliver-all',
    target: [count, which, 'deliveries'].filter(part => part !== null).join(' '),
    merchantId: merchantId as MerchantId | null,
    detail: { count, state, type, ...(processor !== undefined && { processor }), ...period },
  })
  const tried = new Set<string>()
  let total = 0
  for (const one of filters) total += await redeliverMatching(deps, one, tried)
  return total
}

/** Small enough that a batch's locks do not hold up the workers. */
const batch = 2_000

/**
 * Works in batches: a million deliveries may match, and a single statement would block all sending. It ends each
 * endpoint's pause once.
 */
async function redeliverMatching(deps: RedeliverDeps, filter: BulkFilter, tried: Set<string>) {
  const { db, clock } = deps
  let total = 0
  let before: string | null = null
  do {
    const found = await findDeliveries(db, filter, before, batch)
    before = found.at(-1)?.deliveryId ?? null
    const restarted = await inStatements(db, found, own =>
      db.begin(async tx => {
        const locked = await lockDeliveries(tx, filter, own)
        const now = clock.now()
        await restartDeliveries(tx, locked, { now, askedFor: false })
        const untried = locked.filter(({ merchantId }) => !tried.has(merchantId))
        await endPauses(tx, untried, now)
        return locked
      }),
    )
    for (const { merchantId } of restarted.flat()) tried.add(merchantId)
    deps.wakeCallbacks()
    total += restarted.flat().length
  } while (before !== null)
  return total
}
