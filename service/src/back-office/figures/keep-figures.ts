import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../db/db.ts'
import { writeActivityTotals, writeCallbackFigures } from './callback-figures.sql.ts'
import { writeActivityDays, writePaymentDays } from './daily-figures.sql.ts'
import {
  dueQuarters,
  type FigureSource,
  lockCursor,
  markChangedDeliveries,
  markChangedPayments,
  moveCursor,
  type Quarter,
  removeDue,
  writeDeclines,
  writePaymentFigures,
  writePaymentTotals,
} from './payment-figures.sql.ts'

export interface FigureDeps {
  db: Db
  clock: Clock
  /** Whether to wait for another instance that is doing the work, instead of leaving it to that instance. */
  waits?: boolean
}

/** A change is dated before it is committed, so recent changes are read again. */
const overlapMs = 30_000
const dayMs = 86_400_000
/** No statement may take long, and no request waits for a whole run. */
const quartersAtOnce = 1000
const quartersInARun = 2000

/**
 * Recomputes the figures of every quarter of an hour in which something changed. Repeating it does no harm. True if there
 * is more to do.
 */
export async function keepFigures(deps: FigureDeps): Promise<boolean> {
  const morePayments = await followChanges(deps, 'payments', markChangedPayments, async (tx, quarters) => {
    await writePaymentFigures(tx, quarters)
    await writePaymentTotals(tx, timesOf(quarters))
    await writeDeclines(tx, quarters)
    await writeActivityTotals(tx, timesOf(quarters), ['decline'])
    await writePaymentDays(tx, daysOf(quarters))
    await writeActivityDays(tx, daysOf(quarters), ['decline'])
  })
  const moreDeliveries = await followChanges(
    deps,
    'deliveries',
    markChangedDeliveries,
    async (tx, quarters) => {
      await writeCallbackFigures(tx, quarters)
      await writeActivityTotals(tx, timesOf(quarters), ['callback', 'latency'])
      await writeActivityDays(tx, daysOf(quarters), ['callback', 'latency'])
    },
  )
  return morePayments || moreDeliveries
}

/**
 * Brings the figures up to date, for answers that must be exact. False if there is too much to catch up on, or another
 * instance takes too long. Requests during a round share the next one, because the current round may have started too
 * early for them.
 */
export function figuresUpToDate(deps: FigureDeps): () => Promise<boolean> {
  let next: Promise<boolean> | null = null
  let last: Promise<unknown> = Promise.resolve()
  const round = async () => {
    next = null
    return !(await keepFigures({ ...deps, waits: true }))
  }
  return () => {
    next ??= last.then(round).catch(() => false)
    last = next
    return next
  }
}

async function followChanges(
  { db, clock, waits = false }: FigureDeps,
  source: FigureSource,
  markChanged: (tx: Tx, since: Date) => Promise<void>,
  write: (tx: Tx, quarters: Quarter[]) => Promise<void>,
): Promise<boolean> {
  const lately = new Date(clock.now().getTime() - overlapMs)
  return await db.begin(async tx => {
    const cursor = await lockCursor(tx, source, waits)
    if (!cursor) return false
    // Quarters left by the last run come first. If recent changes kept marking them again, this would never end.
    let quarters = waits ? [] : await dueQuarters(tx, source, quartersInARun)
    if (quarters.length === 0) {
      // the cursor is ahead only if the clock was set back
      await markChanged(tx, cursor < lately ? cursor : lately)
      await moveCursor(tx, source, lately)
      quarters = await dueQuarters(tx, source, quartersInARun)
    }
    const newest = quarters.at(-1)
    if (!newest) return false
    const hasMore = quarters.length >= quartersInARun
    if (waits && hasMore) return true
    for (let i = 0; i < quarters.length; i += quartersAtOnce) {
      await write(tx, quarters.slice(i, i + quartersAtOnce))
    }
    await removeDue(tx, source, newest.at)
    return hasMore
  })
}

/** The driver supports arrays of text, but not of times. */
const timesOf = (quarters: Quarter[]) => [...new Set(quarters.map(({ at }) => at.toISOString()))]

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
