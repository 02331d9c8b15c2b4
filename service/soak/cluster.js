import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('../../deploy/citus/cluster.sh', import.meta.url))
const run = promisify(execFile)

/** A Citus cluster that loses a node, gets it back, and then grows by one, all under load. */
export function openCluster(dir) {
  const control = async (command, ...args) => (await run(script, [command, dir, ...args])).stdout.trim()
  const startedAt = Date.now()
  const say = text => console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s: ${text}`)

  return {
    start: () => control('start'),

    async trouble(world, told, until) {
      const lengthMs = until - Date.now()
      const rate = async text => {
        const [before, calls, at] = [told.payments.length, told.calls, Date.now()]
        await pause(lengthMs / 12)
        const seconds = (Date.now() - at) / 1000
        const created = ((told.payments.length - before) / seconds).toFixed(1)
        say(`${text}: ${created} payments and ${((told.calls - calls) / seconds).toFixed(0)} calls a second`)
      }
      await rate('all nodes up')
      await control('kill', '1')
      say('worker 1 killed')
      await rate('worker 1 down')
      await control('restart', '1')
      say('worker 1 back')
      await rate('worker 1 back')
      await control('add')
      say('worker 3 added')
      const rebalancing = world.db`select rebalance_table_shards(shard_transfer_mode => 'block_writes')`
      const moved = rebalancing.then(() => say('shards rebalanced'))
      await rate('while shards move')
      await moved
      await rate('three workers')
    },

    async report({ db }) {
      const rows = await db`
        select nodeport as port, count(*)::int as shards from citus_shards
        where table_name = 'payments'::regclass group by nodeport order by nodeport`
      say(`shards of payments: ${rows.map(({ port, shards }) => `${shards} on port ${port}`).join(', ')}`)
      const [row] =
        await db`select count(*)::int as count, count(distinct payment_id)::int as ids from payments`
      say(`payments ${row.count}, different ids ${row.ids}`)
    },
  }
}
