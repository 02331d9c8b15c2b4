import { inRounds, ratio } from '../src/rounds.js'
import { createSide, loadSide } from '../src/sides.js'

export const title = 'create a payment, 32 clients'
export const floor = 'a bare route that makes the same call with the official SDK and stores nothing'

export async function run(bench) {
  const world = await bench.openWorld('create')
  const service = await world.start()
  const bare = await bench.startFloor(world.databaseUrl)
  const loop = { loop: 'closed', clients: 32 }
  const bareSide = loadSide(bench, {
    name: 'floor',
    ...bare,
    kind: 'create',
    prepare: () => ({ apiKeys: ['none'] }),
    ...loop,
  })
  const one = createSide(bench, world, service, { name: 'service', ...loop })
  const sides = await inRounds(bench, [one, bareSide])
  if (!bench.options.profile) {
    // Stopped first, because its jobs would still run.
    await service.stop()
    const others = [await world.start('api')]
    const two = createSide(bench, world, await world.start(), { name: '2 instances', others, ...loop })
    Object.assign(sides, await inRounds(bench, [two]))
  }
  const { service: ours, floor: theirs } = sides
  return { sides, figures: { cpu: ratio(ours, theirs, 'cpuMs'), rate: ratio(ours, theirs, 'rate') } }
}
