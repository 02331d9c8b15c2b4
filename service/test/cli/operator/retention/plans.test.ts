import { expect, it, onTestFinished } from 'vitest'
import { attempts, eventBodies, operations } from '../../../../src/cli/operator/retention/old-details.sql.ts'
import { type Db, openDb, type Tx } from '../../../../src/db/db.ts'
import { enqueue } from '../../../deliveries/queue.ts'
import { databaseForThisTest } from '../../../support/database.ts'
import { soon } from './story.ts'

const tables = ['events', 'deliveries', 'delivery_attempts', 'operations']
const merchantId = `mer_${'1'.padStart(26, '0')}`

type Statistics = 'missing' | 'of a few rows' | 'up to date'

/** Nothing else writes to it or analyzes it. */
async function databaseWith(statistics: Statistics): Promise<Db> {
  const db = openDb(await databaseForThisTest(), { maxConnections: 1 })
  onTestFinished(() => db.end())
  await db`insert into merchants (merchant_id, name, created_at) values (${merchantId}, 'Books', now())`
  for (const table of tables) await db`alter table ${db(table)} set (autovacuum_enabled = off)`
  const analyze = () => db`analyze events, deliveries, delivery_attempts, operations`
  await addSettled(db, 10)
  if (statistics === 'of a few rows') await analyze()
  await addSettled(db, 10_000)
  if (statistics === 'up to date') await analyze()
  return db
}

async function addSettled(db: Db, count: number): Promise<void> {
  await enqueue(db, merchantId, { count })
  await db`
    update deliveries set state = 'dead', delivery_id = overlay(delivery_id placing '01' from 5 for 2)
    where state = 'pending'`
  await db`
    insert into delivery_attempts (merchant_id, delivery_id, sequence, attempt, started_at, duration_ms)
    select merchant_id, delivery_id, 1, 9, updated_at, 12 from deliveries
    on conflict do nothing`
  await db`
    insert into operations (merchant_id, operation_id, kind, request_digest, intent, state, response, created_at,
      settled_at)
    select merchant_id, overlay(delivery_id placing 'op_' from 1 for 4), 'location', sha256(''), '{"a": 1}', 'done',
      'answer', updated_at, updated_at from deliveries
    on conflict do nothing`
}

/** Counted within one transaction, because the server may still cache reads of earlier ones. */
async function rowsRead(tx: Tx, work: () => Promise<void>): Promise<Record<string, number>> {
  const count = () => tx<{ table: string; rows: number }[]>`
    select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname = any(${tables})`
  const before = new Map((await count()).map(({ table, rows }) => [table, rows]))
  await work()
  return Object.fromEntries(
    (await count()).map(({ table, rows }) => [table, rows - (before.get(table) ?? 0)]),
  )
}

it.each<Statistics>(['missing', 'of a few rows', 'up to date'])(
  'with statistics %s, a batch reads its own rows, however many there are',
  async statistics => {
    const db = await databaseWith(statistics)
    for (const details of [eventBodies, attempts, operations]) {
      let after: string[] | null = null
      for (const plans of ['force_custom_plan', 'force_generic_plan']) {
        await db.begin(async tx => {
          await tx`select set_config('plan_cache_mode', ${plans}, true)`
          const read = await rowsRead(tx, async () => {
            const options = { cutoff: soon(), after, limit: 100 }
            const rows = await details.look(tx, merchantId, options)
            expect(rows.filter(({ bytes }) => bytes !== null)).toHaveLength(100)
            expect(await details.remove(tx, merchantId, options.cutoff, rows)).toBe(100)
            after = rows.at(-1)?.position ?? null
          })
          expect([details.kind, plans, read, Math.max(...Object.values(read)) < 1000]).toContain(true)
        })
      }
    }
  },
)
