import postgres from 'postgres'
import { expect, it } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { databaseForThisTest } from '../support/database.ts'
import { dumpSchema } from '../support/dump-schema.ts'

it('is what schema.sql says (if not: npm run schema)', async () => {
  const url = await databaseForThisTest('empty')
  await migrate(url)
  const sql = postgres(url, { max: 1 })
  const dump = await dumpSchema(sql).finally(() => sql.end())
  await expect(dump).toMatchFileSnapshot('../../schema.sql')
})
