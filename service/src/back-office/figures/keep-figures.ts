import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { dueQuarters, isDueAfter, lockCursor, markChanged, removeDue } from './due-quarters.sql.ts'
import { writeFigures } from './write-figures.sql.ts'

export interface FigureDeps {
  db: Db
  clock: Clock
  /** Whether to wait for another instance that is doing the work, instead of leaving it to that instance. */
  waits?: boolean
}

/** A change is dated before it is committed, so recent changes are read again. */
const overlapMs = 30_000
/** No statement may take long, and no request waits for a whole run. */
const quartersAtOnce = 1000
const quartersInARun = 2000

/**
 * Recomputes the figures of every quarter of an hour in which something changed. Repeating it does no harm. True if there
 * is more to do.
 */
export async function keepFigures({ db, clock, waits = false }: FigureDeps): Promise<boolean> {
  const lately = new Date(clock.now().getTime() - overlapMs)
  return await db.begin(async tx => {
    const cursor = await lockCursor(tx, waits)
    if (!cursor) return false
    // Quarters left by the last run come first: otherwise, recent changes could keep marking them forever.
    let quarters = waits ? [] : await dueQuarters(tx, quartersInARun)
    if (quarters.length === 0) {
      // the cursor is ahead only if the clock was set back
      await markChanged(tx, cursor < lately ? cursor : lately, lately)
      quarters = await dueQuarters(tx, quartersInARun)
    }
    const newest = quarters.at(-1)
    if (!newest) return false
    const hasMore = await isDueAfter(tx, newest.at)
    if (waits && hasMore) return true
    for (let i = 0; i < quarters.length; i += quartersAtOnce) {
      await writeFigures(tx, quarters.slice(i, i + quartersAtOnce))
    }
    await removeDue(tx, newest.at)
    return hasMore
  })
}

/**
 * Updates the figures, for answers that must be exact. False if there is too much to catch up on, or another instance
 * takes too long. Requests during a round share the next one, because the current round may have started too
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
