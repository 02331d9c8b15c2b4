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

/** A load gives very many rows the same time of change, and no statement may take long. */
const quartersAtOnce = 2000
/** More than a request waits for. */
const quartersForRequest = 5000

/**
 * Works out anew the figures of every quarter of an hour in which something changed. Doing so twice does no harm.
 * True when there is more to do.
 */
export async function keepFigures(deps: FigureDeps): Promise<boolean> {
  const payments = followChanges(deps, 'payments', quartersOfChangedPayments, async (tx, quarters) => {
    await writePaymentFigures(tx, quarters)
    await writePaymentTotals(tx, timesOf(quarters))
    await writeDeclines(tx, quarters)
    await writeActivityTotals(tx, timesOf(quarters), ['decline'])
    await writePaymentDays(tx, daysOf(quarters))
    await writeActivityDays(tx, daysOf(quarters), ['decline'])
  })
  const deliveries = followChanges(
    deps,
    'deliveries',
    async (tx, after, until) => quartersOf(await changedDeliveries(tx, after, until)),
    async (tx, quarters) => {
      await writeCallbackFigures(tx, quarters, latencyBoundsMs)
      await writeActivityTotals(tx, timesOf(quarters), ['callback', 'latency'])
      await writeActivityDays(tx, daysOf(quarters), ['callback', 'latency'])
    },
  )
  return (await Promise.all([payments, deliveries])).includes(true)
}

async function followChanges<Changed extends Quarter>(
  { db, clock, waits = false }: FigureDeps,
  source: FigureSource,
  changed: (tx: Tx, after: Date, until: Date) => Promise<Changed[]>,
  write: (tx: Tx, quarters: Changed[]) => Promise<void>,
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
    const quarters = until ? await changed(tx, after, until) : []
    if (waits && quarters.length > quartersForRequest) return true
    // together in time, so that totals are summed up once
    quarters.sort((one, other) => one.at.getTime() - other.at.getTime())
    for (let i = 0; i < quarters.length; i += quartersAtOnce) {
      await write(tx, quarters.slice(i, i + quartersAtOnce))
    }
    // the cursor stays behind what is read again
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
