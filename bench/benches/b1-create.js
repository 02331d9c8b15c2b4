import { inRounds, ratio } from '../src/rounds.js'
import { createSide, loadSide } from '../src/sides.js'

export const title = 'create a payment, 32 clients'
export const floor = 'a bare route that makes the same call with the official SDK and stores nothing'

export async function run(bench) {
  const world = await bench.openWorld('create')
  const service = await world.start()
  const bare = await bench.startFloor(world.databaseUrl)
  const two = bench.options.profile ? [] : [await world.start('all', {}, 2)]
  const loop = { loop: 'closed', clients: 32 }
  const sides = await inRounds(bench, [
    createSide(bench, world, service, { name: 'service', ...loop }),
    loadSide(bench, {
      name: 'floor',
      ...bare,
      kind: 'create',
      prepare: () => ({ apiKeys: ['none'] }),
      ...loop,
    }),
    ...two.map(service => createSide(bench, world, service, { name: '2 processes', ...loop })),
  ])
  const { service: ours, floor: theirs } = sides
  return { sides, figures: { cpu: ratio(ours, theirs, 'cpuMs'), rate: ratio(ours, theirs, 'rate') } }
}
