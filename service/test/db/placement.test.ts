import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { openDb } from '../../src/db/db.ts'
import { isCluster } from '../../src/db/distribute.ts'
import { everywhere, onShards } from '../../src/db/placement.ts'
import { databaseForThisTest } from '../support/database.ts'
import { templateOfSuite } from '../support/in-shards.ts'

async function openDatabase() {
  const sql = postgres(await databaseForThisTest(), { max: 1 })
  onTestFinished(() => sql.end())
  return sql
}

const tablesOf = async (sql: postgres.Sql) => {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`
  return rows.map(({ name }) => name)
}

/** Tables that no statement joins on a shard. */
const onCoordinator = [
  'operators',
  'audit_log',
  'callback_workers',
  'callback_shares',
  'console_sessions',
  'sign_in_codes',
  'figure_cursors',
  'ledger_checks',
  'reconciliations',
  'reconciliation_differences',
  'differences',
  'reconciliation_totals',
  'encryption_key_checks',
  'webhook_refusals',
  'schema_version',
  'oldest_release',
  'database_identity',
  'incomplete_histories',
  'identity_changes',
]
const all = [...everywhere, ...onShards, ...onCoordinator]

it('every table has a place on a cluster, and no other table is named', async () => {
  expect(await tablesOf(await openDatabase())).toEqual(all.sort())
})

it('a table that a migration adds without a place is noticed', async () => {
  const sql = await openDatabase()
  await sql`create table receipts (merchant_id text primary key)`
  expect(all).not.toEqual(expect.arrayContaining(await tablesOf(sql)))
})

it('a table distributed by merchant has the merchant in its primary key', async () => {
  const sql = await openDatabase()
  const rows = await sql<{ name: string }[]>`
    select t.relname as name from pg_index i
      join pg_class t on t.oid = i.indrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
    where t.relnamespace = 'public'::regnamespace and i.indisprimary and a.attname = 'merchant_id'`
  const led = new Set(rows.map(({ name }) => name))
  expect(onShards.filter(name => !led.has(name))).toEqual([])
})

it('foreign keys refer to rows on the same node: of the same merchant, or in a table on every node', async () => {
  const sql = await openDatabase()
  const keys = await sql<{ from: string; to: string }[]>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`
  const isAllowed = ({ from, to }: { from: string; to: string }) =>
    everywhere.includes(to) ||
    [onShards, onCoordinator].some(list => list.includes(from) && list.includes(to))
  expect(keys.filter(key => !isAllowed(key))).toEqual([])
})

it('a database counts as a cluster’s only in the tests that need it', async () => {
  const db = openDb(await databaseForThisTest(), { maxConnections: 1 })
  onTestFinished(() => db.end())
  expect(await isCluster(db)).toBe(templateOfSuite() === 'in_shards')
})
