import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { firstDeliveryIdAt, timeOfId } from '../ids.ts'
import {
  changedDeliveries,
  type DeliveryQuarter,
  writeActivityTotals,
  writeCallbackFigures,
} from './callback-figures.sql.ts'
import { writeActivityDays, writePaymentDays } from './daily-figures.sql.ts'
import { latencyBoundsMs } from './latency.ts'
import {
  endOfBatch,
  type FigureSource,
  isoTimes,
  lockCursor,
  moveCursor,
  type Quarter,
  quartersOfChangedPayments,
  writeDeclines,
  writePaymentFigures,
  writePaymentTotals,
} from './payment-figures.sql.ts'

export interface FigureDeps {
  db: Db
  clock: Clock
  /** Whether to wait for another instance that is at it, rather than leave it the work. */
  waits?: boolean
}

/** A change has its time before it is committed, so what changed lately is read again. */
const overlapMs = 30_000
const batchSize = 5000
const quarterMs = 15 * 60_000
const dayMs = 86_400_000

/**
 * Works out anew the figures of every quarter of an hour in which something changed. Doing so twice does no harm.
 * True when there is more to do.
 */
export async function keepFigures(deps: FigureDeps): Promise<boolean> {
  const payments = followChanges(deps, 'payments', async (tx, after, until) => {
    const quarters = await quartersOfChangedPayments(tx, after, until)
    await writePaymentFigures(tx, quarters)
    await writePaymentTotals(tx, timesOf(quarters))
    await writeDeclines(tx, quarters)
    await writeActivityTotals(tx, timesOf(quarters), ['decline'])
    await writePaymentDays(tx, daysOf(quarters))
    await writeActivityDays(tx, daysOf(quarters), ['decline'])
  })
  const deliveries = followChanges(deps, 'deliveries', async (tx, after, until) => {
    const quarters = quartersOf(await changedDeliveries(tx, after, until))
    await writeCallbackFigures(tx, quarters, latencyBoundsMs)
    await writeActivityTotals(tx, timesOf(quarters), ['callback', 'latency'])
    await writeActivityDays(tx, daysOf(quarters), ['callback', 'latency'])
  })
  return (await Promise.all([payments, deliveries])).includes(true)
}

async function followChanges(
  { db, clock, waits = false }: FigureDeps,
  source: FigureSource,
  write: (tx: Tx, after: Date, until: Date) => Promise<void>,
): Promise<boolean> {
  const nowMs = clock.now().getTime()
  const lately = new Date(nowMs - overlapMs)
  const sameQuarters = new Date(nowMs - quarterMs)
  return await db.begin(async tx => {
    const cursor = await lockCursor(tx, source, waits)
    if (!cursor) return false
    // ahead of the time only when the clock was put back
    const after = cursor < lately ? cursor : lately
    let from = after
    let until: Date | null = null
    let isFull: boolean
    do {
      const batch = await endOfBatch(tx, source, from, batchSize)
      isFull = batch?.count === batchSize
      until = batch?.until ?? until
      if (batch) from = new Date(batch.until.getTime() + 1)
      // what changed in the last quarter is mostly of the same quarters, and these are counted as a whole
    } while (isFull && from > sameQuarters)
    // the cursor stays behind what is read again
    if (until) await write(tx, after, until)
    await moveCursor(tx, source, isFull ? from : lately)
    return isFull
  })
}

const timesOf = (quarters: Quarter[]) => [...new Set(isoTimes(quarters))]

/** The days of these quarters, each for its merchant and for all merchants together. */
function daysOf(quarters: Quarter[]): Quarter[] {
  const days = new Map<string, Quarter>()
  for (const quarter of quarters) {
    const at = new Date(Math.floor(quarter.at.getTime() / dayMs) * dayMs)
    for (const merchantId of [quarter.merchantId, '']) {
      days.set(`${merchantId} ${at.getTime()}`, { merchantId, at })
    }
  }
  return [...days.values()]
}

/** A delivery's id begins with its time, and so finds its neighbours. */
function quartersOf(deliveries: { merchantId: string; idsBegin: string }[]): DeliveryQuarter[] {
  const quarters = new Map<string, DeliveryQuarter>()
  for (const { merchantId, idsBegin } of deliveries) {
    // where a quarter ends within this half minute, the next one is worked out as well
    for (const id of [idsBegin.padEnd(14, '0'), idsBegin.padEnd(14, 'z')]) {
      const atMs = Math.floor(timeOfId(id).getTime() / quarterMs) * quarterMs
      const [at, end] = [new Date(atMs), new Date(atMs + quarterMs)]
      const ids = { firstId: firstDeliveryIdAt(at), endId: firstDeliveryIdAt(end) }
      quarters.set(`${merchantId} ${atMs}`, { merchantId, at, ...ids })
    }
  }
  return [...quarters.values()]
}
