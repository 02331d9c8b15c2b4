import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { withCode } from './unavailable.ts'

export interface Server {
  host: string
  port: number
  /** The path of a socket file, used instead of both. */
  path?: string
}

/** A pool opens its connections in bursts; each burst shares one answer. */
const keptMs = 1_000

/**
 * Opens sockets to the primary. While there is none, the driver alone would query the servers in turn without a pause,
 * and its caller would wait. `isPrimary` throws if a server cannot be queried.
 */
export function socketsToPrimary(servers: Server[], isPrimary: (server: Server) => Promise<boolean>) {
  let found: { primary: Promise<Server>; at: number } | null = null

  function primary(): Promise<Server> {
    if (!found || performance.now() - found.at > keptMs) {
      const asked = servers.map(async server => {
        if (await isPrimary(server)) return server
        throw new Error('a standby')
      })
      const answer = Promise.any(asked).catch(cause => {
        throw withCode('NO_PRIMARY', 'None of the database servers is a reachable primary.', cause)
      })
      found = { primary: answer, at: performance.now() }
    }
    return found.primary
  }

  const forget = () => {
    found = null
  }
  const open = async (): Promise<Duplex> => {
    try {
      return socketTo(await primary()).once('error', forget)
    } catch (error) {
      return brokenSocket(error as Error)
    }
  }
  return { open, primary }
}

/**
 * Connects only once the driver listens, because an error before that would end the process. By then, the driver may
 * have abandoned the socket, and connecting would revive it. The driver reads the host from the socket, to check the
 * server's certificate.
 */
export function socketTo(server: Server): Socket {
  const socket = Object.assign(new Socket(), server)
  setImmediate(() => socket.destroyed || socket.connect(server))
  return socket
}

/**
 * The driver frees a connection's place only when its socket closes, so a failure is reported through a socket, too. It
 * fails on the first write: if it closed earlier, the driver would never write again.
 */
function brokenSocket(error: Error): Duplex {
  return new Duplex({ read() {}, write: (_chunk, _encoding, done) => done(error) })
}
