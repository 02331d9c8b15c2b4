import { serveTasks, settingsOfChild } from '../src/children.js'
import { createConnections } from '../src/connections.js'
import { closedLoop, openLoop } from '../src/loops.js'
import { requestsOf } from '../src/requests.js'

// The callers, in a process of their own.
const loops = { closed: closedLoop, open: openLoop }
const connectionsTo = new Map()

function connected(port) {
  if (!connectionsTo.has(port)) connectionsTo.set(port, createConnections(port))
  return connectionsTo.get(port)
}

serveTasks(null, {
  /** `kind` and `given` define the requests; the rest are options of the loop. */
  async run({ loop, ports, kind, given, ...options }) {
    const instances = ports.map(connected)
    let asked = 0
    const ask = bytes => instances[asked++ % instances.length].ask(bytes)
    const next = requestsOf(kind, { ...settingsOfChild(), ...given })
    const { latencies, ...results } = await loops[loop]({ ...options, next, ask })
    return { ...results, latencies: Float64Array.from(latencies) }
  },
})
