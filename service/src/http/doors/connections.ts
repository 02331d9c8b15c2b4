import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../addresses.ts'
import type { Trust } from '../client-address.ts'
import type { Answer } from './arrival.ts'
import type { DoorLimits } from './limits.ts'

interface Connections {
  /** Takes up a request when the answers before it on its connection have left. */
  inTurn(socket: Socket, answer: Answer, take: () => void): void
  /** False for a guest for whom no room could be made: it is served probes and metrics only. */
  hasRoom(socket: Socket): boolean
}

type ConnectionLimits = Pick<
  DoorLimits,
  'maxConnections' | 'maxConnectionsPerAddress' | 'guests' | 'unreadMs' | 'bodyTimeoutMs'
>

interface Connection {
  socket: Socket
  network: string
  /** Our own proxies speak for many clients. */
  isProxy: boolean
  /** The first is in progress; the others were sent ahead. */
  requests: (() => void)[]
  /** Since when the next request is on its way; null between requests. */
  comesSinceMs: number | null
  /** Bytes that were read when the last answer had left. */
  read: number
  /** Bytes that have left, and since when no more have. */
  left: number
  leftAtMs: number
}

/** As Node says it. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

/** No honest client sends more requests than this without waiting for an answer. */
const mostAhead = 32

/**
 * Every connection is accepted, so that probes are always answered. Beyond the limits, a new connection is a guest. When
 * a guest asks for more than probes and metrics, an idle or unread connection is ended to make room: one of its own
 * network if that is full, else one of the largest network.
 */
export function watchConnections(
  server: Server,
  limits: ConnectionLimits,
  trust: Trust,
  now: () => number,
): Connections {
  const known = new Map<Socket, Connection>()
  /** Without the guests. In each network, the one whose last answer is oldest comes first. */
  const networks = new Map<string, Set<Connection>>()
  const guests = new Set<Connection>()
  let regular = 0

  const membersOf = (network: string) => networks.get(network) ?? new Set()
  const isFull = ({ network, isProxy }: Connection) =>
    !isProxy && membersOf(network).size >= limits.maxConnectionsPerAddress

  function admit(connection: Connection): void {
    const members = membersOf(connection.network)
    networks.set(connection.network, members.add(connection))
    regular += 1
  }

  function remove(connection: Connection): void {
    known.delete(connection.socket)
    guests.delete(connection)
    const members = membersOf(connection.network)
    if (!members.delete(connection)) return
    regular -= 1
    if (members.size === 0) networks.delete(connection.network)
  }

  function end(connection: Connection | undefined): boolean {
    if (!connection) return false
    remove(connection)
    connection.socket.destroy()
    return true
  }

  /** Node's own timeout would start anew with every byte that the client sends. */
  function isUnread(connection: Connection): boolean {
    const { writableLength, bytesWritten } = connection.socket
    const left = bytesWritten - writableLength
    const isMoving = writableLength === 0 || left !== connection.left
    if (isMoving) Object.assign(connection, { left, leftAtMs: now() })
    return !isMoving && now() - connection.leftAtMs > limits.unreadMs
  }

  /** A request of which only a part has come, or a connection on which none ever did. */
  function isLate(connection: Connection): boolean {
    if (connection.requests.length > 0) return false
    if (connection.socket.bytesRead > connection.read) connection.comesSinceMs ??= now()
    return connection.comesSinceMs !== null && now() - connection.comesSinceMs > limits.bodyTimeoutMs
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const connection: Connection = {
      socket,
      network: networkOf(address),
      isProxy: trust(address, 0),
      requests: [],
      comesSinceMs: now(),
      read: 0,
      left: 0,
      leftAtMs: now(),
    }
    known.set(socket, connection)
    socket.once('close', () => remove(connection))
    if (regular < limits.maxConnections && !isFull(connection)) return admit(connection)
    if (guests.size >= limits.guests) end(firstIdle(guests) ?? guests.values().next().value)
    guests.add(connection)
  })

  const sweep = setInterval(() => {
    for (const connection of known.values()) {
      if (isUnread(connection)) end(connection)
      else if (isLate(connection)) server.emit('clientError', new RequestTimeout(), connection.socket)
    }
  }, Math.min(limits.unreadMs, limits.bodyTimeoutMs) / 10).unref()
  server.once('close', () => clearInterval(sweep))

  return {
    inTurn(socket, answer, take) {
      const connection = known.get(socket)
      if (!connection || connection.requests.length >= mostAhead) return void socket.destroy()
      const { requests, network } = connection
      requests.push(take)
      connection.comesSinceMs = null
      answer.once('close', () => {
        requests.shift()
        connection.read = socket.bytesRead
        const members = networks.get(network)
        if (members?.delete(connection)) members.add(connection)
        // after the connection has ended, the answers to the rest would never close
        if (socket.writable) requests[0]?.()
      })
      if (requests.length === 1) take()
    },
    hasRoom(socket) {
      const guest = known.get(socket)
      if (!guest || !guests.has(guest)) return true
      const crowded = isFull(guest) ? membersOf(guest.network) : largest(networks.values())
      const isOver = isFull(guest) || regular >= limits.maxConnections
      if (isOver && !end(firstIdle(crowded))) return false
      guests.delete(guest)
      admit(guest)
      return true
    },
  }
}

/** No request is in progress, or its answer is not being read. */
function isIdle({ requests, socket }: Connection): boolean {
  return requests.length === 0 || socket.writableLength > 0
}

function firstIdle(connections: Iterable<Connection>): Connection | undefined {
  for (const connection of connections) if (isIdle(connection)) return connection
  return undefined
}

function largest(sets: Iterable<Set<Connection>>): Set<Connection> {
  let found = new Set<Connection>()
  for (const set of sets) if (set.size > found.size) found = set
  return found
}
