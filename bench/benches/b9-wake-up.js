import { addOpenPayments } from '../src/fill.js'
import { addMerchants } from '../src/merchants.js'
import { secrets } from '../src/service.js'
import { percentileCurve, summary } from '../src/statistics.js'

export const title = "from a committed event to the callback's first byte, separate api and worker, both idle"
export const floor = null

export async function run(bench) {
  const courier = await bench.start('processes/courier', { webhookSecret: secrets.webhook })
  const world = await bench.openWorld('wake', { merchants: 0 })
  const merchants = await addMerchants(world.db, 10, { receiverUrl: courier.ready.url })
  const api = await world.start('api')
  await world.start('worker')
  const port = Number(new URL(api.url).port)
  const send = async count => {
    const payments = await addOpenPayments(world.db, { merchants, payments: count })
    return await courier.ask({ task: 'run', port, payments, pauseMs: 40 })
  }
  bench.report('warm-up')
  await send(30)
  const events = Math.ceil(50 * bench.options.rounds * bench.options.seconds)
  bench.report(`${events} events`)
  const latencies = await send(events)
  const latency = summary(latencies)
  return {
    sides: { service: { operations: events, latency, curve: percentileCurve(latencies) } },
    figures: { p50: { value: latency.p50 }, p99: { value: latency.p99 } },
  }
}
