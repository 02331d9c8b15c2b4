import { connect } from 'node:net'

/**
 * Sends the same kind of request over keep-alive connections, one at a time on each, and reads only enough of
 * each answer to find its end, so that the client itself is not measured.
 */
export function hammer({ port, connections, requests, makeRequest }) {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    let sent = 0
    let done = 0
    let refused = 0
    for (let n = 0; n < connections; n++) {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let pending = ''
      const next = () => {
        if (sent < requests) socket.write(makeRequest(sent++))
        else socket.end()
      }
      socket.on('connect', next)
      socket.on('error', reject)
      socket.on('data', chunk => {
        pending += chunk.toString('latin1')
        const head = pending.indexOf('\r\n\r\n')
        if (head < 0) return
        const length = Number(/content-length: (\d+)/i.exec(pending)?.[1])
        if (pending.length < head + 4 + length) return
        if (!pending.startsWith('HTTP/1.1 200')) refused++
        pending = ''
        if (++done === requests) resolve({ seconds: (performance.now() - started) / 1000, refused })
        next()
      })
    }
  })
}

export function formRequest(path, key, body, headers = {}) {
  const extra = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/x-www-form-urlencoded\r\n${extra.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
