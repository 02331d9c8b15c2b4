import { readdirSync } from 'node:fs'
import postgres, { type Sql } from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { migrate, migrationsDir } from '../../src/db/migrate.ts'
import { databaseForThisTest } from '../support/database.ts'

/** From this schema on, the database records which releases it supports. */
const firstDeclared = 47
const later = readdirSync(migrationsDir)
  .map(file => Number.parseInt(file, 10))
  .filter(version => version > firstDeclared)
  .sort((one, other) => one - other)

/** The parts of the schema that a release without the next migration relies on. */
async function reliedOn(sql: Sql): Promise<string[]> {
  const rows = await sql<{ fact: string }[]>`
    select format('%s.%s is %s', table_name, column_name, data_type) as fact from information_schema.columns
    where table_schema = 'public'
    union all
    select format('%s may be left out of a row of %s', column_name, table_name) from information_schema.columns
    where table_schema = 'public' and (is_nullable = 'YES' or column_default is not null or is_identity = 'YES')
    union all
    select format('%s is there', relname) from pg_class where relkind = 'i' and relnamespace = 'public'::regnamespace
      and exists (select from pg_index where indexrelid = pg_class.oid and indisunique)`
  return rows.map(({ fact }) => fact)
}

/** New required columns of existing tables: a release does not use tables that it does not know. */
async function newlyRequired(sql: Sql, before: string[]): Promise<string[]> {
  const known = new Set(before.map(fact => /^(\w+)\.(\w+) is /.exec(fact)?.[1]))
  const rows = await sql<{ name: string; column: string }[]>`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`
  return rows
    .filter(
      ({ name, column }) => known.has(name) && !before.some(fact => fact.startsWith(`${name}.${column} is `)),
    )
    .map(({ name, column }) => `${name}.${column} is required`)
}

async function takenAway(sql: Sql, before: string[]): Promise<string[]> {
  const after = new Set(await reliedOn(sql))
  return [...before.filter(fact => !after.has(fact)), ...(await newlyRequired(sql, before))]
}

const oldest = async (sql: Sql) =>
  (await sql<{ schema: number }[]>`select schema from oldest_release`)[0]?.schema ?? 0

async function emptyAt(version: number): Promise<{ url: string; sql: Sql }> {
  const url = await databaseForThisTest('empty')
  await migrate(url, version)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end())
  return { url, sql }
}

it('a migration that removes parts used by the previous release no longer lists that release', async () => {
  const { url, sql } = await emptyAt(firstDeclared)
  for (const version of later) {
    const [before, served] = [await reliedOn(sql), await oldest(sql)]
    await migrate(url, version)
    const gone = await takenAway(sql, before)
    if (gone.length > 0 && (await oldest(sql)) === served)
      expect.fail(`migration ${version} takes away: ${gone.join(', ')}. Let it raise oldest_release`)
  }
})

it.each([
  ['alter table payments drop column restored_at', 'payments.restored_at is timestamp with time zone'],
  ['alter table payments rename to pay', 'payments.payment_id is text'],
  [
    'alter table payments alter column restored_at set not null',
    'restored_at may be left out of a row of payments',
  ],
  ['alter table merchants add column tier text not null', 'merchants.tier is required'],
])('such as: %s', async (statement, gone) => {
  const { sql } = await emptyAt(firstDeclared)
  const before = await reliedOn(sql)
  await sql.unsafe('alter table merchants add column note text; create table notes (note text not null)')
  expect(await takenAway(sql, before)).toEqual([])
  await sql.unsafe(statement)
  expect(await takenAway(sql, before)).toContain(gone)
})
