import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../addresses.ts'
import { clientAddress, type Trust } from '../client-address.ts'
import type { Admission } from './admission.ts'
import { Answer, Arrival } from './arrival.ts'
import type { BodyRoom } from './body-room.ts'
import type { Door } from './door.ts'
import { type DoorLimits, type DoorName, doorOf } from './limits.ts'
import { type RefusalReason, refuseArrival } from './refusals.ts'

export interface DoorDeps {
  limits: DoorLimits
  trust: Trust
  isDirect(socket: Socket): boolean
  admission: Admission
  bodies: BodyRoom
  onRefused(door: DoorName | 'any', reason: RefusalReason, address: string): void
}

/** A server that lets a request through to the routes when its body is there and the service can work on it. */
export function createDoorServer(route: RequestListener, deps: DoorDeps): Server {
  const { limits, admission } = deps
  const inTurn = takeTurns()
  const server = createServer(
    {
      IncomingMessage: Arrival,
      ServerResponse: Answer,
      requireHostHeader: false,
      headersTimeout: limits.bodyTimeoutMs,
      requestTimeout: 2 * limits.bodyTimeoutMs,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 72_000,
      noDelay: true,
    },
    (request, answer) => inTurn(request, answer, () => receive(request, answer)),
  )
  const receive = (request: Arrival, answer: Answer) => {
    const { socket } = request
    request.address = deps.isDirect(socket)
      ? (socket.remoteAddress ?? '')
      : clientAddress(request, deps.trust)
    const name = doorOf(request.url ?? '/')
    if (name === 'probes') return route(request, answer)
    const door = admission.doors[name]
    const refuse = (reason: Exclude<RefusalReason, 'connections'>) => {
      refuseArrival(request, answer, reason)
      deps.onRefused(name, reason, request.address)
    }
    if (door.turnsAway()) return refuse('overloaded')
    const enter = () => letIn(door, request, answer, route, refuse)
    if (!hasBody(request)) return enter()
    receiveBody(request, answer, limits.doors[name].bodyBytes, deps.bodies, refuse, enter)
  }
  server.maxConnections = limits.maxConnections
  server.on('drop', ({ remoteAddress }) => deps.onRefused('any', 'connections', remoteAddress ?? ''))
  server.on('connection', admission.accepted)
  capConnections(server, deps)
  return server
}

/** Nobody sends so many without waiting for an answer. */
const mostAhead = 32

/**
 * What is sent ahead on a connection is taken up when the answer before it has left: whoever reads nothing gets
 * nothing more. When the connection ends, the rest is dropped: nobody waits for it, and its answers would never close.
 */
function takeTurns() {
  const lines = new WeakMap<Socket, (() => void)[]>()
  return ({ socket }: Arrival, answer: Answer, take: () => void): void => {
    const ahead = lines.get(socket) ?? []
    lines.set(socket, ahead)
    if (ahead.length >= mostAhead) return void socket.destroy()
    ahead.push(take)
    answer.once('close', () => {
      ahead.shift()
      if (socket.writable) ahead[0]?.()
    })
    if (ahead.length === 1) take()
  }
}

const hasBody = ({ headers }: Arrival) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const abandonedMs = 60_000
const tinyChunks = 200
const tinyBytes = 32

function letIn(
  door: Door,
  request: Arrival,
  answer: Answer,
  route: RequestListener,
  refuse: (reason: 'overloaded') => void,
): void {
  door.enter({
    start() {
      answer.onBegin = door.leave
      answer.once('close', () => {
        // the work goes on without its caller; normally it ends with an answer all the same
        if (answer.onBegin) setTimeout(() => answer.begin(), abandonedMs).unref()
      })
      route(request, answer)
    },
    refuse: () => refuse('overloaded'),
    hasLeft: () => answer.destroyed,
  })
}

/** Reads the body into memory that all bodies share. One that is too large is for its route to refuse. */
function receiveBody(
  request: Arrival,
  answer: Answer,
  maxBytes: number,
  bodies: BodyRoom,
  refuse: (reason: 'body_late' | 'body_crowded') => void,
  enter: () => void,
): void {
  let body = Buffer.alloc(0)
  let size = 0
  let isOver = false
  const place = bodies.take(request.address, reason => {
    giveUp()
    refuse(`body_${reason}`)
  })
  const giveUp = () => {
    isOver = true
    place.giveUp()
  }
  const end = (received: Arrival['body']) => {
    isOver = true
    place.complete()
    request.body = received
    enter()
  }
  answer.once('close', giveUp)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) end('too large')
  let chunks = 0
  request.on('data', (chunk: Buffer) => {
    chunks += 1
    // each chunk costs as much as a large one: thousands of tiny ones are an attack, and are not even read to the end
    if (chunks > tinyChunks && size < chunks * tinyBytes) return request.socket.destroy()
    if (isOver) return
    if (size + chunk.length > maxBytes) return end('too large')
    // a copy of its own: what was read from the connection can be much larger than the part that is body
    if (size + chunk.length > body.length) {
      const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(2 * body.length, size + chunk.length)))
      body.copy(larger, 0, 0, size)
      place.grow(larger.length - body.length)
      body = larger
    }
    chunk.copy(body, size)
    size += chunk.length
  })
  request.once('end', () => {
    if (!isOver) end(body.subarray(0, size))
  })
}

/** A proxy of ours speaks for many clients, so its own connections are not counted. */
function capConnections(server: Server, { limits, trust, onRefused }: DoorDeps): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || trust(remoteAddress, 0)) return
    const network = networkOf(remoteAddress)
    const count = open.get(network) ?? 0
    if (count >= limits.maxConnectionsPerAddress) {
      onRefused('any', 'connections', remoteAddress)
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}
