import postgres from 'postgres'
import { expect, it } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { databaseForThisTest } from '../support/database.ts'
import { dumpSchema } from '../support/dump-schema.ts'
import { holdsOfMigrations } from '../support/migration-holds.ts'

it('matches schema.sql (if not: npm run schema)', async () => {
  const url = await databaseForThisTest('empty')
  await migrate(url)
  const sql = postgres(url, { max: 1 })
  const dump = await dumpSchema(sql).finally(() => sql.end())
  await expect(dump).toMatchFileSnapshot('../../schema.sql')
})

it('each migration locks the tables listed in migrations/locks.json (if not: npm run schema)', async () => {
  const sql = postgres(await databaseForThisTest('empty'), { max: 1, onnotice: () => {} })
  const holds = await holdsOfMigrations(sql).finally(() => sql.end())
  await expect(`${JSON.stringify(holds, null, 2)}\n`).toMatchFileSnapshot('../../migrations/locks.json')
})
