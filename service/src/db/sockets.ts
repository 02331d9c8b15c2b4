import { type LookupFunction, Socket } from 'node:net'

/** What the driver knows of where to connect to, when it asks for a socket. */
interface Target {
  host: string[]
  port: number[]
  /** Of a socket file. */
  path?: string | false
}

/**
 * Sockets for the driver, whose own ones look names up on a thread that everything shares. One is connected only once
 * the driver listens: an error that came before would be nobody's, and end the process.
 */
export function socketsWith(lookup: LookupFunction): (target: Target) => Socket {
  return ({ host: [host = ''], port: [port = 5432], path }) => {
    const socket = new Socket()
    setImmediate(() => (path ? socket.connect(path) : socket.connect({ host, port, lookup })))
    // the driver reads the host here, to check the server's certificate
    return Object.assign(socket, { host, port })
  }
}
