import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../addresses.ts'
import type { Trust } from '../caller/client-address.ts'
import type { Answer } from './arrival.ts'
import type { DoorLimits } from './limits.ts'

type ConnectionLimits = Pick<
  DoorLimits,
  'maxConnections' | 'maxConnectionsPerAddress' | 'guests' | 'unreadMs' | 'bodyTimeoutMs'
>

interface Connection {
  socket: Socket
  network: string
  /** One of our own proxies, which speaks for many clients. */
  isProxy: boolean
  /** The first is in progress; the others are pipelined. */
  requests: (() => void)[]
  /** When the next request began to arrive; null between requests. */
  arrivingSinceMs: number | null
  /** Bytes received when the last answer was complete. */
  read: number
  /** Bytes sent, and when that number last changed. */
  sent: number
  sentAtMs: number
}

/** Has the same code as Node's own error. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

/** No honest client sends more requests than this without waiting for an answer. */
const maxPipelined = 32

/**
 * Every connection is accepted, so that probes are always answered. Beyond the limits, a new connection is a guest. When
 * a guest asks for more than probes and metrics, an idle or unread connection is ended to make room: one of its own
 * network if that is full, else one of the largest network.
 */
export function watchConnections(server: Server, limits: ConnectionLimits, trust: Trust, now: () => number) {
  const known = new Map<Socket, Connection>()
  /** Guests excluded. In each network, the connection that was answered longest ago comes first. */
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

  /** Node's own timeout would restart with every byte that the client sends. */
  function isUnread(connection: Connection): boolean {
    const { writableLength, bytesWritten } = connection.socket
    const sent = bytesWritten - writableLength
    const isMoving = writableLength === 0 || sent !== connection.sent
    if (isMoving) Object.assign(connection, { sent, sentAtMs: now() })
    return !isMoving && now() - connection.sentAtMs > limits.unreadMs
  }

  /** True if a request, or the first request of a new connection, has not arrived in time. */
  function isLate(connection: Connection): boolean {
    if (connection.requests.length > 0) return false
    if (connection.socket.bytesRead > connection.read) connection.arrivingSinceMs ??= now()
    return connection.arrivingSinceMs !== null && now() - connection.arrivingSinceMs > limits.bodyTimeoutMs
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const connection: Connection = {
      socket,
      network: networkOf(address),
      isProxy: trust(address, 0),
      requests: [],
      arrivingSinceMs: now(),
      read: 0,
      sent: 0,
      sentAtMs: now(),
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
    /** Starts a request once the earlier answers on its connection are sent. */
    inTurn(socket: Socket, answer: Answer, take: () => void): void {
      const connection = known.get(socket)
      if (!connection || connection.requests.length >= maxPipelined) return void socket.destroy()
      const { requests, network } = connection
      requests.push(take)
      connection.arrivingSinceMs = null
      answer.once('close', () => {
        requests.shift()
        connection.read = socket.bytesRead
        const members = networks.get(network)
        if (members?.delete(connection)) members.add(connection)
        // Once the connection has ended, the remaining answers would never close.
        if (socket.writable) requests[0]?.()
      })
      if (requests.length === 1) take()
    },
    /** False for a guest if no room can be made: it is served probes and metrics only. */
    hasRoom(socket: Socket): boolean {
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

/** True if no request is in progress, or the client is not reading its answer. */
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
