import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { knownSchema, migrate } from '../../src/db/migrate.ts'
import { databaseForThisTest } from '../support/database.ts'

it('blocks a table only briefly, even while it waits for a long reading to end', async () => {
  const url = await databaseForThisTest('empty')
  await migrate(url, 30)
  const sql = postgres(url, { max: 2, onnotice: () => {} })
  onTestFinished(() => sql.end())
  let isDone = false
  let migrating = Promise.resolve()
  await sql.begin(async tx => {
    await tx`select count(*) from payments`
    migrating = migrate(url).then(() => {
      isDone = true
    })
    const waiting = () => sql<{ found: boolean }[]>`
      select exists (select from pg_stat_activity where application_name = 'svcpay migrate' and wait_event_type = 'Lock'
        and datname = current_database()) as found`
    await expect.poll(async () => (await waiting())[0]?.found).toBe(true)
    const startedAt = performance.now()
    await sql`select count(*) from payments`
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(isDone).toBe(false)
  })
  await migrating
  const [row] = await sql`select max(version)::int as version from schema_version`
  expect(row?.version).toBe(knownSchema)
})

it('two instances that start at once do it once', async () => {
  const url = await databaseForThisTest('empty')
  await migrate(url, 28)
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  const sql = postgres(url, { max: 1 })
  onTestFinished(() => sql.end())
  const rows =
    await sql`select version, count(*)::int as count from schema_version group by 1 having count(*) > 1`
  expect([...rows]).toEqual([])
})
