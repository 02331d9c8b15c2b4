import { serveTasks, settingsOfChild } from '../src/children.js'
import { createConnections } from '../src/connections.js'
import { closedLoop, openLoop } from '../src/loops.js'
import { requestsOf } from '../src/requests.js'

// The callers, in a process of their own.
const loops = { closed: closedLoop, open: openLoop }
const connectionsTo = new Map()

serveTasks(null, {
  /** `kind` and `given` define the requests; the rest are options of the loop. */
  async run({ loop, port, kind, given, ...options }) {
    if (!connectionsTo.has(port)) connectionsTo.set(port, createConnections(port))
    const { ask } = connectionsTo.get(port)
    const next = requestsOf(kind, { ...settingsOfChild(), ...given })
    const { latencies, ...results } = await loops[loop]({ ...options, next, ask })
    return { ...results, latencies: Float64Array.from(latencies) }
  },
})
