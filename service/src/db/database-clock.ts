import type { Clock } from '../clock.ts'
import type { Db } from './db.ts'

export interface DatabaseClock extends Clock {
  stop(): void
}

const everyMs = 10_000

/**
 * The database's time, so that all instances go by one clock, however wrong their own are. Between two looks it goes
 * on by a clock that never jumps. Until the database has answered first, it is the machine's.
 */
export function followDatabaseClock(db: Db): DatabaseClock {
  let offsetMs = Date.now() - performance.now()
  const look = async () => {
    const askedAt = performance.now()
    const [row] = await db<
      { ms: number }[]
    >`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
    if (row) offsetMs = row.ms - (askedAt + performance.now()) / 2
  }
  // without the database there is nothing to be done that needs the time
  const tryToLook = () => look().catch(() => {})
  void tryToLook()
  const timer = setInterval(tryToLook, everyMs).unref()
  return {
    now: () => new Date(performance.now() + offsetMs),
    stop: () => clearInterval(timer),
  }
}
