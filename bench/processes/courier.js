import { createServer } from 'node:http'
import { serveTasks, settingsOfChild } from '../src/children.js'
import { createConnections, urlOf } from '../src/connections.js'
import { webhookBytes } from '../src/requests.js'

// Sends events and receives their callbacks, so that one clock measures both ends.
const { webhookSecret } = settingsOfChild()
const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
/** @type {((at: number) => void) | null} */
let arrival = null

const server = createServer((request, response) => {
  const at = performance.now()
  request.resume().on('end', () => {
    response.end()
    arrival?.(at)
  })
}).listen(0, '127.0.0.1', () => {
  serveTasks({ url: urlOf(server) }, { run })
})

/** One event at a time, with pauses. The webhook's answer says that the event is committed. */
async function run({ port, payments, pauseMs }) {
  const { ask } = createConnections(port)
  const latencies = []
  for (const payment of payments) {
    await pause(pauseMs * (0.5 + Math.random()))
    const arrived = new Promise(resolve => {
      arrival = resolve
    })
    const status = await ask(webhookBytes(payment, webhookSecret))
    const committedAt = performance.now()
    if (status !== 200) throw new Error(`the webhook answered ${status}`)
    latencies.push(Math.max(0, (await arrived) - committedAt))
  }
  return Float64Array.from(latencies)
}
