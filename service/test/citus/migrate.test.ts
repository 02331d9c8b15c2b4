import postgres from 'postgres'
import { expect, inject, it, onTestFinished } from 'vitest'
import { knownSchema, migrate } from '../../src/db/migrate.ts'
import { everywhere, onShards } from '../../src/db/placement.ts'
import { databaseForThisTest } from '../support/database.ts'

const urls = () => [inject('postgresUrl'), ...inject('otherNodes')]

/** Joins the databases on all nodes into one distributed database. */
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

const wanted = Object.fromEntries([
  ...everywhere.map(name => [name, 'everywhere']),
  ...onShards.map(name => [name, 'merchant']),
])

it('migrating distributes every table, and repeating it changes nothing', async () => {
  const sql = open(await databaseForThisTest())
  expect(await placedTables(sql)).toEqual(wanted)
  const [colocations] = await sql`
    select count(distinct colocationid)::int as count from pg_dist_partition where partmethod = 'h'`
  expect(colocations?.count).toBe(1)
})

it('a database used before the extension was created keeps its rows, keys and triggers', async () => {
  const url = await databaseForThisTest('empty')
  const name = new URL(url).pathname.slice(1)
  expect(await migrate(url)).toMatchObject({ distributed: [] })
  const sql = open(url)
  const merchantId = await fill(sql, '0')
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
  await fill(sql, '1')
  expect(await sql`select audit_id::int from audit_log order by 1`).toMatchObject([
    { audit_id: 1 },
    { audit_id: 2 },
  ])
})

it('a cluster of an earlier release is brought up to date, with its rows', async () => {
  const url = await databaseForThisTest('empty')
  await joinNodes(new URL(url).pathname.slice(1))
  await migrate(url, 26)
  const sql = open(url)
  const merchantId = await fill(sql, '0')
  expect(await migrate(url)).toMatchObject({ from: 26, to: knownSchema })
  expect(await placedTables(sql)).toEqual(wanted)
  expect(await sql`select answer_owed, recover_at, trace_id from operations`).toMatchObject([
    { answer_owed: true, recover_at: null, trace_id: null },
  ])
  await expectAppendOnly(sql, merchantId)
  await fill(sql, '1')
})

/** A merchant with a payment of some days ago, its ledger entry, an operation in progress and an audited action. */
async function fill(sql: postgres.Sql, digit: string): Promise<string> {
  const id = digit.repeat(26)
  const merchantId = `mer_${id}`
  const paymentId = `svcpay_${id}`
  await sql`insert into merchants (merchant_id, name, created_at) values (${merchantId}, 'Before', now())`
  await sql`
    insert into payments (merchant_id, payment_id, processor, account_id, processor_payment_id, status, currency,
      capture_method, authorized_cents, authorized_fee_cents, captured_cents, created_at, updated_at)
    values (${merchantId}, ${paymentId}, 'sandbox', 'acct_1', ${`pi_${digit}`}, 'succeeded', 'usd', 'automatic', 500, 0, 500,
      now() - interval '3 days', now() - interval '3 days')`
  await sql`
    insert into ledger_entries (merchant_id, payment_id, fact, kind, source, currency, customer_cents, merchant_cents,
      platform_fees_cents)
    values (${merchantId}, ${paymentId}, 'capture', 'capture', 'evt_1', 'usd', -500, 500, 0)`
  await sql`
    insert into operations (merchant_id, operation_id, kind, idempotency_key, request_digest, payment_id, intent, state,
      lease_until, created_at)
    values (${merchantId}, ${`op_${id}`}, 'refund', 'key', ${Buffer.alloc(32)}, ${paymentId}, '{}', 'started', now(), now())`
  await sql`
    insert into audit_log (at, actor, action, target, merchant_id, trace_id)
    values (now(), 'operator', 'suspend', ${merchantId}, ${merchantId}, 'trace')`
  return merchantId
}

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
