import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { databaseForThisTest } from '../support/database.ts'

/** Keys that lead with something else, each on a table that does not grow with payments. */
const exceptions: Record<string, string> = {
  api_keys_pkey: 'A few per merchant. A request is known by its key before its merchant is known.',
  processor_accounts_processor_account_id_key:
    'One per merchant and processor. An event names the account, and the account tells the merchant.',
  encryption_key_checks_pkey: 'One row per encryption key.',
  oldest_release_pkey: 'One row.',
  database_identity_pkey: 'One row.',
  identity_changes_pkey: 'What changed in the last hour about keys, merchants and accounts.',
  webhook_refusals_pkey: 'A few rows per processor.',
  operators_pkey: 'The people of the platform, who belong to no merchant.',
  audit_log_pkey: 'What those people do by hand, to merchants and to the platform itself.',
  console_sessions_pkey: 'People who are signed in, found by their cookie. Rows go when the session ends.',
  sign_in_codes_pkey: 'Codes that are used once to sign in, and live for minutes.',
  figure_cursors_pkey: 'Two rows: how far the figures follow payments and deliveries.',
  ledger_checks_pkey: 'One row each time somebody has the ledger checked.',
  reconciliations_pkey: 'One row a day, and each time somebody has the books compared.',
  reconciliations_daily_for_key: 'One row a day.',
  reconciliation_differences_pkey: 'What a comparison found, which is read by comparison.',
  reconciliation_differences_reconciliation_id_processor_merc_key: 'The same.',
  differences_pkey: 'What differs from the processor, in the hope that it is little.',
  reconciliation_totals_pkey: 'What a comparison added up, which is read by comparison.',
  callback_shares_pkey: 'One row per share of the endpoints.',
  callback_workers_pkey: 'One row per worker.',
  delivery_queue_pkey:
    'The merchant comes second, so that only indexes in the order of reading begin with it.',
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

it('every primary and unique key leads with the merchant, so that tables can be distributed by it', async () => {
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

it('the catalog shows a key that leads with something else', async () => {
  const sql = await openDatabase()
  await sql`create table receipts (merchant_id text, receipt_id text, primary key (receipt_id, merchant_id))`
  await sql`create unique index receipts_by_hash on receipts (md5(receipt_id), merchant_id)`
  const names = (await keysOf(sql)).filter(key => key.leadingColumn !== 'merchant_id').map(key => key.name)
  expect(names).toEqual(expect.arrayContaining(['receipts_pkey', 'receipts_by_hash']))
})
