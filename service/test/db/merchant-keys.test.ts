import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { databaseForThisTest } from '../support/database.ts'

/** Keys that start with another column, each on a table that does not grow with payments. */
const exceptions: Record<string, string> = {
  api_keys_pkey: 'A few per merchant. A request is known by its key before its merchant is known.',
  processor_accounts_processor_account_id_key:
    'One per merchant and processor. An event names the account, which identifies the merchant.',
  encryption_key_checks_pkey: 'One row per encryption key.',
  oldest_release_pkey: 'One row.',
  database_identity_pkey: 'One row.',
  identity_changes_pkey: 'Changes of keys, merchants and accounts in the last hour.',
  webhook_refusals_pkey: 'A few rows per processor.',
  operators_pkey: 'The people who run the platform. They belong to no merchant.',
  audit_log_pkey: 'Actions of those people on merchants and on the platform itself.',
  console_sessions_pkey: 'Signed-in people, found by their cookie. Rows are deleted when the session ends.',
  sign_in_codes_pkey: 'Sign-in codes, valid once and for a few minutes.',
  figure_cursors_pkey: 'Two rows: how far the figures follow payments and deliveries.',
  ledger_checks_pkey: 'One row for each check of the ledger.',
  reconciliations_pkey: 'One row a day, and one for each comparison that an operator starts.',
  reconciliations_daily_for_key: 'One row a day.',
  reconciliation_differences_pkey: 'The findings of a comparison, always read by comparison.',
  reconciliation_differences_reconciliation_id_processor_merc_key: 'The same.',
  differences_pkey: 'Differences from the processor, of which there should be few.',
  reconciliation_totals_pkey: 'The sums of a comparison, always read by comparison.',
  callback_shares_pkey: 'One row per share of the endpoints.',
  callback_workers_pkey: 'One row per worker.',
  delivery_queue_pkey:
    'The merchant is the second column, so that only indexes in reading order start with it.',
  schema_version_pkey: 'One row per migration.',
}

interface Key {
  table: string
  name: string
  leadingColumn: string | null
}

async function openDatabase() {
  const sql = postgres(await databaseForThisTest(), { max: 1 })
  onTestFinished(() => sql.end())
  return sql
}

const keysOf = (sql: postgres.Sql) => sql<Key[]>`
  select t.relname as table, k.relname as name, a.attname as "leadingColumn"
  from pg_index i
  join pg_class t on t.oid = i.indrelid
  join pg_class k on k.oid = i.indexrelid
  left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
  where t.relnamespace = 'public'::regnamespace and i.indisunique`

it('every primary and unique key starts with the merchant, so that tables can be distributed by it', async () => {
  const sql = await openDatabase()
  const keys = await keysOf(sql)
  const others = keys.filter(key => key.leadingColumn !== 'merchant_id').map(key => key.name)
  expect(others.sort()).toEqual(Object.keys(exceptions).sort())
})

it('every table has a primary key', async () => {
  const sql = await openDatabase()
  const without = await sql`
    select t.relname from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
      and not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`
  expect([...without]).toEqual([])
})

it('the catalog shows a key that starts with another column', async () => {
  const sql = await openDatabase()
  await sql`create table receipts (merchant_id text, receipt_id text, primary key (receipt_id, merchant_id))`
  await sql`create unique index receipts_by_hash on receipts (md5(receipt_id), merchant_id)`
  const names = (await keysOf(sql)).filter(key => key.leadingColumn !== 'merchant_id').map(key => key.name)
  expect(names).toEqual(expect.arrayContaining(['receipts_pkey', 'receipts_by_hash']))
})
