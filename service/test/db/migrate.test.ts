import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { knownSchema, migrate, migrationsDir } from '../../src/db/migrate.ts'
import { databaseForThisTest } from '../support/database.ts'

it('blocks a table only briefly, even while it waits for a long query', async () => {
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
    // would never end if the migration stayed in the lock queue
    await sql`select count(*) from payments`
    expect(isDone).toBe(false)
  })
  await migrating
  const [row] = await sql`select max(version)::int as version from schema_version`
  expect(row?.version).toBe(knownSchema)
})

it('two instances that start at once migrate once', async () => {
  const url = await databaseForThisTest('empty')
  await migrate(url, 28)
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  const sql = postgres(url, { max: 1 })
  onTestFinished(() => sql.end())
  const rows =
    await sql`select version, count(*)::int as count from schema_version group by 1 having count(*) > 1`
  expect([...rows]).toEqual([])
})

const first = readFileSync(`${migrationsDir}0001.do.merchants.sql`)

it('continues from the records of earlier releases: a row for version 0, then each file by its MD5', async () => {
  const url = await databaseForThisTest('empty')
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end())
  await sql`create table schema_version (version bigint primary key)`
  await sql`insert into schema_version (version) values (0)`
  await sql`alter table schema_version add column name text, add column md5 text, add column run_at timestamptz`
  await sql.unsafe(first.toString())
  const md5 = createHash('md5').update(first).digest('hex')
  await sql`insert into schema_version values (1, 'merchants', ${md5}, now())`
  expect(await migrate(url)).toMatchObject({ from: 1, to: knownSchema })
  const rows =
    await sql`select version::int, name, md5 ~ '^[0-9a-f]{32}$' as sum, run_at <= now() as dated from schema_version`
  const files = readdirSync(migrationsDir).filter(file => file.endsWith('.sql'))
  expect(rows).toHaveLength(files.length + 1)
  expect(rows.filter(({ version, name, sum, dated }) => version > 0 && !(name && sum && dated))).toEqual([])
})

it('refuses a database that has run another file under the same number', async () => {
  const url = await databaseForThisTest('empty')
  await migrate(url, 30)
  const sql = postgres(url, { max: 1 })
  onTestFinished(() => sql.end())
  await sql`update schema_version set md5 = md5('something else') where version = 7`
  await expect(migrate(url)).rejects.toThrow(/Migration 7 \(.+\) .* its file has changed/)
  await sql`update schema_version set md5 = null where version = 7`
  expect(await migrate(url)).toMatchObject({ from: 30, to: knownSchema })
})
