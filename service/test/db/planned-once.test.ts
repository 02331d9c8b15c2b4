import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import { storiesOf } from '../inbox/stories.ts'
import { usePaying } from '../support/paying.ts'
import { startReceiver } from '../support/receiver.ts'
import { endConnections } from '../support/server-processes.ts'

// the minimum number of connections, because each keeps its own plans
const paying = usePaying({ role: 'all', webhooks: true, env: { SVC_DATABASE_CONNECTIONS: '3' } })

/** Makes the server count the plans of all connections except this one. */
async function observer(): Promise<postgres.Sql> {
  const sql = postgres(paying.databaseUrl, { max: 1, connection: { 'pg_stat_statements.track': 'none' } })
  onTestFinished(() => sql.end())
  const [{ name = '' } = {}] = await sql<{ name: string }[]>`select current_database() as name`
  await sql.unsafe(`create extension pg_stat_statements;
    alter database ${name} set pg_stat_statements.track = 'all';
    alter database ${name} set pg_stat_statements.track_planning = on`)
  await endConnections(paying.databaseUrl)
  return sql
}

/** Creates, pays, captures, reads, refunds and forwards a payment of a new merchant, whose key must be looked up. */
async function payment(callbackUrl: string, sql: postgres.Sql): Promise<void> {
  const merchant = await paying.addMerchant({ callbackUrl })
  const stories = storiesOf(paying, merchant)
  const { id } = await stories.paid({ captureMethod: 'manual' })
  const answers = [
    await stories.post(`/payments/${id}/capture`, {}),
    await stories.post(`/payments/${id}/refund`, { amountCents: 100 }),
    await paying.service.call('GET', `/v1/payments/${id}`, { key: merchant.apiKey }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const delivered = () => sql`
    select 1 from deliveries
    where payment_id = ${id} and type = 'charge.refunded' and state = 'delivered'`
  await expect.poll(delivered, { interval: 10 }).toHaveLength(1)
}

/** The statements that were planned at most of their calls during fifteen payments. */
async function plannedOften(callbackUrl: string, sql: postgres.Sql): Promise<string[]> {
  await sql`select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = current_database()`
  for (let i = 0; i < 15; i++) await payment(callbackUrl, sql)
  const statements = await sql<{ query: string; isPlannedOften: boolean }[]>`
    select s.query, s.plans * 2 > s.calls as "isPlannedOften"
    from pg_stat_statements s join pg_database d on d.oid = s.dbid and d.datname = current_database()
    where s.calls >= 10`
  expect(statements.length).toBeGreaterThan(8)
  return statements.filter(({ isPlannedOften }) => isPlannedOften).map(({ query }) => query)
}

it('no statement of a payment is planned again at each call', async () => {
  const { url } = await startReceiver()
  const sql = await observer()
  // a generic plan is considered after five specific ones, on each connection, for each kind of batch
  let planned = await plannedOften(url, sql)
  for (let i = 0; i < 9 && planned.length > 0; i++) planned = await plannedOften(url, sql)
  expect(planned).toEqual([])
})
