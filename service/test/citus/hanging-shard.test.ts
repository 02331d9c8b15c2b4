import postgres from 'postgres'
import { expect, inject, it, onTestFinished } from 'vitest'
import { newKey, type PayingMerchant, usePaying } from '../support/paying.ts'

// with the minimum number of connections
const paying = usePaying({ env: { SVC_DATABASE_CONNECTIONS: '3' } })

interface Shard {
  name: string
  port: number
}

async function shardOf({ merchantId }: PayingMerchant): Promise<Shard> {
  const [shard] = await paying.service.db<Shard[]>`
    select shard_name as name, nodeport as port from citus_shards
    where shardid = get_shard_id_for_distribution_column('operations', ${merchantId}::text)`
  if (!shard) throw new Error('no shard')
  return shard
}

async function merchantElsewhere(than: Shard): Promise<PayingMerchant> {
  for (;;) {
    const merchant = await paying.addMerchant()
    if ((await shardOf(merchant)).name !== than.name) return merchant
  }
}

/** Blocks writes to a shard but not reads, as at the end of its move. */
async function hold({ name, port }: Shard): Promise<() => Promise<void>> {
  const node = inject('otherNodes').find(url => new URL(url).port === String(port)) ?? inject('postgresUrl')
  const database = new URL(paying.databaseUrl).pathname
  const sql = postgres(node + database, { max: 1, onnotice: () => {} })
  const holder = await sql.reserve()
  await holder`begin`
  await holder`set local citus.enable_manual_changes_to_shards = on`
  await holder`lock table ${holder(name)} in exclusive mode`
  let released: Promise<void> | undefined
  const release = () => {
    released ??= sql.end({ timeout: 0 })
    return released
  }
  onTestFinished(release)
  return release
}

const create = ({ apiKey }: PayingMerchant) =>
  paying.service.call('POST', '/v1/payments/intents', {
    key: apiKey,
    body: { amountCents: 5000 },
    headers: { 'idempotency-key': newKey() },
  })

it('a merchant whose shard takes no writes does not block payments of others', async () => {
  const { merchant: held } = paying
  const shard = await shardOf(held)
  const other = await merchantElsewhere(shard)
  await create(other)
  const release = await hold(shard)
  const waiting: Promise<{ status: number }>[] = []
  const underway = () => paying.service.db`
    select 1 from citus_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%insert into%operations%'`
  for (let i = 0; i < 4; i++) {
    waiting.push(create(held))
    await expect.poll(underway).toHaveLength(1)
  }
  // the shard stays locked until these have finished or timed out
  const paid = await Promise.all([create(other), create(other), create(other)])
  expect(paid.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await underway()).toHaveLength(1)
  await release()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})
