import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchOnce } from '../../scripts/fetch-once.js'
import { inRounds, ratio } from '../src/rounds.js'
import { callbackSide } from '../src/sides.js'

export const title = 'callbacks from the queue to 2xx, 50 merchants, with attempt log'
export const floor = 'a bare undici loop that signs and posts; graphile-worker and pg-boss sending the same'

const merchants = 50
const concurrency = 128
const peers = fileURLToPath(new URL('../peers', import.meta.url))

export const callbacksFor = ({ options }) => Math.ceil(options.seconds * 1500)

export async function run(bench) {
  const count = callbacksFor(bench)
  await fetchOnce(peers, 'the queues to compare with')
  const world = await bench.openWorld('callbacks', { merchants })
  const service = await world.start('worker')
  const empty = await bench.server.create('no_queue', { migrated: false })
  const sides = await inRounds(bench, [
    callbackSide(bench, world, service, { name: 'service', count }),
    await peer(bench, 'processes/bare-loop', empty, count),
    await peer(
      bench,
      'peers/graphile-worker',
      await bench.server.create('graphile', { migrated: false }),
      count,
    ),
    await peer(bench, 'peers/pg-boss', await bench.server.create('pgboss', { migrated: false }), count),
  ])
  const queues = [sides['graphile-worker'], sides['pg-boss']]
  const best = queues.reduce((best, queue) => (queue.rate > best.rate ? queue : best))
  return {
    sides,
    figures: {
      loop: ratio(sides.service, sides['bare-loop'], 'rate'),
      queue: ratio(sides.service, best, 'rate'),
    },
  }
}

async function peer(bench, path, databaseUrl, count) {
  const receiverUrl = bench.receiver.ready.url
  const name = basename(path)
  const child = await bench.start(path, { databaseUrl, receiverUrl, merchants, concurrency })
  return {
    name,
    pids: [child.pid],
    databaseUrl,
    prepare: name === 'bare-loop' ? undefined : () => child.ask({ task: 'prepare', count }),
    async run() {
      const began = performance.now()
      await child.ask({ task: 'run', count })
      return { operations: count, elapsedMs: performance.now() - began }
    },
  }
}
