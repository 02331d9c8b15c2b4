import { createServer } from 'node:http'
import { serveTasks } from '../src/children.js'
import { urlOf } from '../src/connections.js'

// The merchants' servers. Answers every callback, and counts them.
let arrived = 0
/** @type {{ count: number, resolve(at: number): void } | null} */
let awaited = null

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-length': 2 }).end('ok')
    arrived += 1
    if (awaited && arrived >= awaited.count) awaited.resolve(performance.now())
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  serveTasks(
    { url: urlOf(server) },
    {
      reset() {
        arrived = 0
        awaited = null
      },
      arrived: () => arrived,
      /** Resolves when `count` callbacks have arrived since the reset. */
      async until({ count }) {
        await new Promise(resolve => {
          awaited = { count, resolve }
          if (arrived >= count) resolve(performance.now())
        })
      },
    },
  )
})
