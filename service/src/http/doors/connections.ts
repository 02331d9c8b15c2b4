import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../addresses.ts'
import type { Trust } from '../client-address.ts'
import type { Answer } from './arrival.ts'
import type { DoorLimits } from './limits.ts'

export interface Connections {
  /** Takes up a request when the answers before it on its connection have left. */
  inTurn(socket: Socket, answer: Answer, take: () => void): void
  /** False for a guest for whom no room could be made: it is served probes and metrics only. */
  hasRoom(socket: Socket): boolean
}

type ConnectionLimits = Pick<
  DoorLimits,
  'maxConnections' | 'maxConnectionsPerAddress' | 'guests' | 'unreadMs'
>

interface Connection {
  socket: Socket
  network: string
  /** Our own proxies speak for many clients. */
  isProxy: boolean
  /** The first is in progress; the others were sent ahead. */
  requests: (() => void)[]
  /** Bytes that have left, and since when no more have. */
  left: number
  leftAtMs: number
}

/** No honest client sends more requests than this without waiting for an answer. */
const mostAhead = 32

/**
 * Every connection is accepted, so that probes are always answered. Beyond the limits, a new connection is a guest. When
 * a guest asks for more than probes and metrics, an idle or unread connection is ended to make room: one of its own
 * network if that is full, else one of the largest network.
 */
export function watchConnections(server: Server, limits: ConnectionLimits, trust: Trust): Connections {
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

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const connection = {
      socket,
      network: networkOf(address),
      isProxy: trust(address, 0),
      requests: [],
      left: 0,
      leftAtMs: performance.now(),
    }
    known.set(socket, connection)
    socket.once('close', () => remove(connection))
    if (regular < limits.maxConnections && !isFull(connection)) return admit(connection)
    if (guests.size >= limits.guests) end(firstIdle(guests) ?? guests.values().next().value)
    guests.add(connection)
  })

  // Node's own timeout would start anew with every byte that the client sends
  const sweep = setInterval(() => {
    for (const connection of known.values()) {
      const { writableLength, bytesWritten } = connection.socket
      const isUnread = writableLength > 0 && bytesWritten - writableLength === connection.left
      if (!isUnread)
        Object.assign(connection, { left: bytesWritten - writableLength, leftAtMs: performance.now() })
      else if (performance.now() - connection.leftAtMs > limits.unreadMs) end(connection)
    }
  }, limits.unreadMs / 10).unref()
  server.once('close', () => clearInterval(sweep))

  return {
    inTurn(socket, answer, take) {
      const connection = known.get(socket)
      if (!connection || connection.requests.length >= mostAhead) return void socket.destroy()
      const { requests, network } = connection
      requests.push(take)
      answer.once('close', () => {
        requests.shift()
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
