import { createServer } from 'node:http'
import { serveTasks } from '../src/children.js'

// The merchants' servers. Answers every callback, and counts them.
let arrived = 0
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
    { url: `http://127.0.0.1:${server.address().port}` },
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
          if (arrived >= count) resolve()
        })
      },
    },
  )
})
