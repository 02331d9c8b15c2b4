import { addOpenPayments } from '../src/fill.js'
import { inRounds, ratio } from '../src/rounds.js'
import { callbackSide, createSide, webhookSide } from '../src/sides.js'
import { retrieveSide } from './b3-retrieve.js'
import { loop as webhookLoop } from './b4-webhook.js'
import { callbacksFor } from './b5-callbacks.js'

export const title = 'B1, B3, B4 and B5 with many payments stored, time per operation'
export const floor = 'the empty database'

/** Webhooks come last, because they leave callbacks in the queue. */
const parts = {
  create: {
    role: 'all',
    sideOf: (bench, world, service, name) =>
      createSide(bench, world, service, { name, loop: 'closed', clients: 32 }),
  },
  retrieve: {
    role: 'all',
    sideOf: (bench, world, service, name) => retrieveSide(bench, world, { name, ...service }),
  },
  callbacks: {
    role: 'worker',
    sideOf: (bench, world, service, name) =>
      callbackSide(bench, world, service, { name, count: callbacksFor(bench) }),
  },
  webhook: {
    role: 'api',
    sideOf: (bench, world, service, name) => webhookSide(bench, world, service, { name, ...webhookLoop }),
  },
}

export async function run(bench) {
  const { payments } = bench.options
  const empty = await bench.openWorld('empty')
  await addOpenPayments(empty.db, { merchants: empty.merchants, payments: 2000 })
  const full = await bench.openWorld('full', { payments })
  const sides = {}
  const figures = {}
  for (const [name, { role, sideOf }] of Object.entries(parts)) {
    const services = [await empty.start(role), await full.start(role)]
    const measured = await inRounds(bench, [
      await sideOf(bench, empty, services[0], `${name}, empty`),
      await sideOf(bench, full, services[1], `${name}, full`),
    ])
    for (const service of services) await service.stop()
    Object.assign(sides, measured)
    const [onEmpty, onFull] = Object.values(measured)
    figures[name] = { ...ratio(onFull, onEmpty, 'msEach'), scale: payments }
  }
  return { sides, figures, payments }
}
