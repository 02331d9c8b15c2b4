import { inRounds, warmUp } from '../src/rounds.js'
import { createSide, loadSide } from '../src/sides.js'

export const title = 'latency added to a processor that takes 300 ms, 100 payments/s'
export const floor = 'the same through a bare route'

const processorMs = 300

/** Open loop: a latency counts from when its request was due, without the processor's time. */
export async function run(bench) {
  const world = await bench.openWorld('latency')
  // No jobs while allocations are counted, because jobs would allocate, too.
  const service = await world.start(bench.options.allocations ? 'api' : 'all')
  const bare = await bench.startFloor(world.databaseUrl)
  const addedBy = side => ({
    ...side,
    async run(given) {
      await bench.processor.ask({ task: 'setLatency', latencyMs: processorMs })
      const result = await side.run(given)
      const heldMs = await bench.processor.ask({ task: 'heldMs' })
      return { ...result, latencies: result.latencies.map(ms => ms - heldMs) }
    },
  })
  const sidesIn = loop => [
    createSide(bench, world, service, { name: 'service', ...loop }),
    loadSide(bench, {
      name: 'floor',
      ...bare,
      kind: 'create',
      prepare: () => ({ apiKeys: ['none'] }),
      ...loop,
    }),
  ]
  // At such a low rate, a process would need minutes to compile its functions.
  for (const side of sidesIn({ loop: 'closed', clients: 32 })) await warmUp(side)
  try {
    const sides = await inRounds(bench, sidesIn({ loop: 'open', rate: 100 }).map(addedBy))
    const { p50, p99 } = sides.service.latency
    const bareLatency = sides.floor.latency
    return {
      sides,
      figures: { p50: { value: p50, to: bareLatency.p50 }, p99: { value: p99, to: bareLatency.p99 } },
    }
  } finally {
    await bench.processor.ask({ task: 'setLatency', latencyMs: 0 })
  }
}
