import { expect, it, onTestFinished } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { keepStatistics } from '../../src/jobs/upkeep.ts'
import { databaseForThisTest } from '../support/database.ts'

it('tables are checked only after inserts, and then analyzed if they have outgrown their statistics', async () => {
  const db = openDb(await databaseForThisTest(), { maxConnections: 1 })
  onTestFinished(() => db.end())
  let looks = 0
  db.options.debug = (_connection, text) => {
    if (text.includes('pg_stat_get_mod_since_analyze')) looks++
  }
  const job = keepStatistics({ db })
  const looksOfRun = async () => {
    const before = looks
    await job.run()
    return looks - before
  }
  // the migrations' inserts may still be counted
  await expect.poll(looksOfRun).toBe(0)
  await db`insert into identity_changes (changed_at) select now() from generate_series(1, 600)`
  const analyzed = async () => {
    await job.run()
    const [row] = await db<
      { rows: number }[]
    >`select reltuples as rows from pg_class where relname = 'identity_changes'`
    return row?.rows
  }
  await expect.poll(analyzed).toBe(600)
  await expect.poll(looksOfRun).toBe(0)
})
