import { setTimeout } from 'node:timers/promises'
import type { Db } from '../db/db.ts'
import { problems } from '../problems.ts'

const patienceMs = 10_000

/**
 * An entry is dated by the database's clock while its transaction holds a lock on the table. Once all current holders
 * are done, everything dated before now can be read.
 */
export async function untilPosted(db: Db): Promise<Date> {
  const [start] = await db<{ now: Date; writers: string[] }[]>`
    select clock_timestamp() as now, array(${writers(db)}) as writers`
  if (!start) throw new Error('the database returned no time')
  const deadline = performance.now() + patienceMs
  let open = start.writers
  while (open.length > 0) {
    if (performance.now() > deadline) {
      throw problems.unavailable('Entries of this period are still being written. Try again.')
    }
    await setTimeout(20)
    const [row] = await db<{ open: string[] }[]>`
      select array(select * from (${writers(db)}) w (id) where id = any(${open})) as open`
    open = row?.open ?? []
  }
  return start.now
}

const writers = (db: Db) => db`
  select distinct virtualtransaction from pg_locks
  where locktype = 'relation' and relation = 'ledger_entries'::regclass and mode = 'RowExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`
