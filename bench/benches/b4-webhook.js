import { randomBytes } from 'node:crypto'
import { inRounds, ratio } from '../src/rounds.js'
import { loadSide, poolFor, webhookSide } from '../src/sides.js'

export const title = 'webhook to ledger, 32 clients: verified, recorded, applied, posted, queued'
export const floor = 'a bare route that verifies with the SDK and inserts one row'

export const loop = { loop: 'closed', clients: 32 }

export async function run(bench) {
  const world = await bench.openWorld('webhook')
  // Without a worker: sending callbacks is measured by another bench.
  const service = await world.start('api')
  const bare = await bench.startFloor(world.databaseUrl)
  const sides = await inRounds(bench, [
    webhookSide(bench, world, service, { name: 'service', ...loop }),
    loadSide(bench, {
      name: 'floor',
      ...bare,
      kind: 'webhook',
      prepare: () => unknownPayments(bench),
      ...loop,
    }),
  ])
  const { service: ours, floor: theirs } = sides
  return { sides, figures: { rate: ratio(ours, theirs, 'rate'), cpu: ratio(ours, theirs, 'cpuMs') } }
}

/** Payments that are not stored anywhere. */
function unknownPayments(bench) {
  const run = randomBytes(5).toString('hex')
  const payments = Array.from({ length: poolFor(bench) }, (_, n) => {
    const mark = `${run}${n.toString(16).padStart(16, '0')}`
    return [`svcpay_${mark}`, `pi_${mark}`, 'acct_bench']
  })
  return { payments }
}
