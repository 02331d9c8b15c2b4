import type { Clock } from '../clock.ts'
import type { Db } from './db.ts'
import { leavingFormerPrimary } from './driver.ts'

const everyMs = 10_000
/** Synchronized clocks differ by less than this. */
const toleratedMs = 1_000

/**
 * The machine's time while it agrees with the database's, otherwise the database's, so that all instances use one clock
 * even if their own is wrong. Between two readings it advances by a clock that never jumps.
 */
export function followDatabaseClock(db: Db): Clock & { stop(): void } {
  let offsetMs = Date.now() - performance.now()
  const look = async () => {
    const askedAt = performance.now()
    const [{ ms }] = await db<[{ ms: number }]>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
    const answeredAt = performance.now()
    const machineMs = Date.now() - answeredAt
    const databaseMs = ms - (askedAt + answeredAt) / 2
    const isWrong = Math.abs(databaseMs - machineMs) > toleratedMs + (answeredAt - askedAt)
    offsetMs = isWrong ? databaseMs : machineMs
  }
  // without the database, nothing needs the time
  const tryToLook = () => leavingFormerPrimary(db, look()).catch(() => {})
  void tryToLook()
  const timer = setInterval(tryToLook, everyMs).unref()
  return {
    now: () => new Date(performance.now() + offsetMs),
    elapsedMs: () => performance.now(),
    stop: () => clearInterval(timer),
  }
}
