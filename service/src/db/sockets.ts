import { type LookupFunction, Socket } from 'node:net'

/** What the driver knows of where to connect to, when it asks for a socket. */
interface Hosts {
  host: string[]
  port: number[]
  /** Of a socket file. */
  path?: string | false
}

/**
 * Sockets for the driver, whose own ones look names up on a thread that everything shares. Several hosts take turns. It
 * is connected only once the driver listens: an error that comes before would be nobody's, and end the process.
 */
export function socketsWith(lookup: LookupFunction): (hosts: Hosts) => Socket {
  let asked = 0
  return ({ host: hosts, port: ports, path }) => {
    const turn = asked++ % hosts.length
    const to = { host: hosts[turn] ?? '', port: ports[turn] ?? 5432 }
    const socket = new Socket()
    setImmediate(() => (path ? socket.connect(path) : socket.connect({ ...to, lookup })))
    // the driver reads the host here, to check the server's certificate
    return Object.assign(socket, to)
  }
}
