import { once } from 'node:events'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { Duplex } from 'node:stream'

export interface Server {
  host: string
  port: number
}

interface PrimaryOptions {
  connectTimeoutMs: number
  lookup: LookupFunction
  /** Whether the server takes writes. Fails when it cannot be asked. */
  isPrimary(server: Server): Promise<boolean>
}

class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
  readonly code = 'NO_PRIMARY'
}

/** Connections of a pool are opened in bursts, which share an answer. */
const keptMs = 1_000

/**
 * Opens sockets to whichever server is the primary. The driver alone would ask the servers in turn without a pause
 * for as long as there is none, and its caller would wait as long.
 */
export function socketsToPrimary(servers: Server[], options: PrimaryOptions) {
  let found: { primary: Promise<Server>; at: number } | null = null

  function primary(): Promise<Server> {
    if (!found || performance.now() - found.at > keptMs) {
      const asked = servers.map(async server => {
        if (await options.isPrimary(server)) return server
        throw new Error('a standby')
      })
      const answer = Promise.any(asked).catch(cause => {
        throw new NoPrimary('None of the database servers is a primary that can be reached.', { cause })
      })
      found = { primary: answer, at: performance.now() }
    }
    return found.primary
  }

  return async (): Promise<Duplex> => {
    try {
      return await open(await primary(), options)
    } catch (error) {
      found = error instanceof NoPrimary ? found : null
      return brokenSocket(error as Error)
    }
  }
}

async function open({ host, port }: Server, options: PrimaryOptions): Promise<Socket> {
  const socket = connect({ host, port, lookup: options.lookup })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(options.connectTimeoutMs) })
    // the driver checks certificates against the name that it finds here
    return Object.assign(socket, { host, port })
  } catch (error) {
    socket.on('error', () => {}).destroy()
    throw error
  }
}

/** The driver frees a connection's place only when its socket closes, so a failure is told by a socket, too. */
function brokenSocket(error: Error): Duplex {
  return new Duplex({ read() {}, write: (_chunk, _encoding, done) => done(error) })
}
