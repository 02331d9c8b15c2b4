import { addOpenPayments } from '../src/fill.js'
import { inRounds, ratio } from '../src/rounds.js'
import { loadSide, paymentsToRetrieve } from '../src/sides.js'

export const title = 'retrieve a payment, 64 clients, authenticated'
export const floor = 'a bare route with one select of the same row; one without a database'

export const loop = { loop: 'closed', clients: 64 }

/**
 * Callers that read payments of this world, from the service or from a floor.
 * @param {Record<string, any>} options
 */
export async function retrieveSide(bench, world, options) {
  const { credential = 'apiKey', prefix = '', ...side } = options
  const payments = await paymentsToRetrieve(world, 2000, credential)
  const prepare = () => ({ payments, prefix })
  const { databaseUrl } = world
  return loadSide(bench, { kind: 'retrieve', databaseUrl, prepare, ...loop, ...side })
}

export async function run(bench) {
  const world = await bench.openWorld('retrieve')
  await addOpenPayments(world.db, { merchants: world.merchants, payments: 2000 })
  const service = await world.start()
  const bare = await bench.startFloor(world.databaseUrl)
  const floorSide = { ...bare, credential: 'merchantId' }
  const sides = await inRounds(bench, [
    await retrieveSide(bench, world, { name: 'service', ...service, isProfiled: true }),
    await retrieveSide(bench, world, { name: 'floor', ...floorSide }),
    await retrieveSide(bench, world, { name: 'no database', ...floorSide, prefix: '/constant' }),
  ])
  return {
    sides,
    figures: {
      rate: ratio(sides.service, sides.floor, 'rate'),
      bare: ratio(sides.service, sides['no database'], 'rate'),
    },
  }
}
