import { connect } from 'node:net'

/** The address of a server that listens on this machine. */
export function urlOf(server) {
  return `http://127.0.0.1:${server.address().port}`
}

/**
 * Keep-alive connections that carry one request each at a time; a request that finds none idle opens another.
 * Plain sockets, because a client library would cost more than the service's own refusals.
 */
export function createConnections(port) {
  const idle = []
  let open = 0
  return {
    count: () => open,
    /** Resolves with the status, or 0 if the connection broke. */
    ask(bytes) {
      return new Promise(resolve => {
        const connection = idle.pop() ?? start()
        connection.done = resolve
        connection.socket.write(bytes)
      })
    },
  }

  function start() {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    const connection = { socket, done: null, received: '' }
    open += 1
    socket.setEncoding('latin1')
    socket.on('data', text => {
      connection.received += text
      const status = statusOf(connection.received)
      if (status === null) return
      connection.received = ''
      finish(connection, status)
      idle.push(connection)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      open -= 1
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)
      finish(connection, 0)
    })
    return connection
  }
}

function finish(connection, status) {
  const { done } = connection
  connection.done = null
  done?.(status)
}

/** Null until the answer is complete. */
function statusOf(text) {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
  return text.length >= end + 4 + length ? Number(text.slice(9, 12)) : null
}
