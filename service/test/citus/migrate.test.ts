import postgres from 'postgres'
import { expect, inject, it, onTestFinished } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { placements } from '../../src/db/placement.ts'
import { databaseForThisTest } from '../support/database.ts'

const urls = () => [inject('postgresUrl'), ...inject('otherNodes')]

/** Makes a database on all nodes one distributed database. */
async function joinNodes(name: string): Promise<void> {
  for (const node of urls()) await run(`${node}/${name}`, 'create extension citus')
  const coordinator = `${inject('postgresUrl')}/${name}`
  for (const [i, url] of urls().entries()) {
    const { hostname, port } = new URL(url)
    const add = i === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'
    await run(coordinator, `select ${add}('${hostname}', ${port})`)
  }
}

async function run(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(statement).finally(() => sql.end())
}

function open(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  onTestFinished(() => sql.end())
  return sql
}

async function placedTables(sql: postgres.Sql): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; placement: string }[]>`
    select logicalrelid::text as name, case when partmethod = 'h' then 'merchant' else 'everywhere' end as placement
    from pg_dist_partition where partmethod = 'h' or repmodel = 't'`
  return Object.fromEntries(rows.map(({ name, placement }) => [name, placement]))
}

const wanted = Object.fromEntries(
  Object.entries(placements).filter(([, placement]) => placement !== 'coordinator'),
)

it('migrating places every table, and doing it again changes nothing', async () => {
  const sql = open(await databaseForThisTest())
  expect(await placedTables(sql)).toEqual(wanted)
  const [colocations] = await sql`
    select count(distinct colocationid)::int as count from pg_dist_partition where partmethod = 'h'`
  expect(colocations?.count).toBe(1)
})

it('a database that was in use before the extension came keeps its rows, keys and triggers', async () => {
  const url = await databaseForThisTest('empty')
  const name = new URL(url).pathname.slice(1)
  expect(await migrate(url)).toMatchObject({ distributed: [] })
  const sql = open(url)
  const merchantId = `mer_${'0'.repeat(26)}`
  const paymentId = `svcpay_${'0'.repeat(26)}`
  await sql`insert into merchants (merchant_id, name, created_at) values (${merchantId}, 'Before', now())`
  await sql`
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, captured_cents, created_at, updated_at)
    values (${merchantId}, ${paymentId}, 'sandbox', 'acct_1', 'pi_1', 'succeeded', 'usd', 'automatic', 500, 0, 500, now(),
      now())`
  await sql`
    insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
      platform_fees_cents)
    values (${merchantId}, ${paymentId}, 'capture', 'capture', 'evt_1', 'usd', -500, 500, 0)`
  const keys = () => sql`
    select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
      and conrelid::regclass::text !~ '_[0-9]+$' -- those are of shards
    order by 1, 2`
  const before = await keys()
  await joinNodes(name)
  expect((await migrate(url)).distributed.sort()).toEqual(Object.keys(wanted).sort())
  expect((await migrate(url)).distributed).toEqual([])
  expect(await placedTables(sql)).toEqual(wanted)
  expect([...(await keys())]).toEqual([...before])
  expect(await sql`select merchant_id, merchant_cents from ledger_entries`).toMatchObject([
    { merchant_id: merchantId, merchant_cents: 500 },
  ])
  await expectAppendOnly(sql, merchantId)
})

async function expectAppendOnly(sql: postgres.Sql, merchantId: string): Promise<void> {
  const refused = { code: '23001' }
  await expect(sql`update ledger_entries set merchant_cents = 1, customer_cents = -1`).rejects.toMatchObject(
    refused,
  )
  await expect(sql`delete from ledger_entries where merchant_id = ${merchantId}`).rejects.toMatchObject(
    refused,
  )
  await expect(sql`truncate ledger_entries`).rejects.toMatchObject(refused)
  await expect(sql`delete from audit_log`).rejects.toMatchObject(refused)
}
