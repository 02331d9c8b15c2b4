import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress, type Trust } from '../caller/client-address.ts'
import type { Admission } from './admission.ts'
import { Answer, Arrival } from './arrival.ts'
import type { BodyRoom } from './body-room.ts'
import { watchConnections } from './connections.ts'
import { type CountedDoor, type DoorLimits, type DoorName, doorOf, type Target } from './limits.ts'
import { hasBody, receiveBody } from './receive-body.ts'
import { type RefusalReason, refuseArrival } from './refusals.ts'

/** Distinguishes callers before they are authenticated, so that they can take turns. */
export interface Callers {
  /** Whether it carries a portal's credential, verified or not. */
  isPortal(target: Target): boolean
  of(door: CountedDoor, arrival: Arrival): string
}

export interface DoorDeps {
  limits: DoorLimits
  trust: Trust
  /** Whether a connection comes without a proxy. */
  isDirect(socket: Socket): boolean
  callers: Callers
  admission: Admission
  bodies: BodyRoom
  /** The clock that decides whether a client is late. */
  now(): number
  onRefused(door: DoorName, reason: RefusalReason, address: string): void
}

const abandonedMs = 60_000

/** A server that passes a request to its route once its body is complete and the service has room for it. */
export function createDoorServer(route: RequestListener, deps: DoorDeps): Server {
  const { limits, admission, callers } = deps
  const server = createServer(
    {
      IncomingMessage: Arrival,
      ServerResponse: Answer,
      requireHostHeader: false,
      // Node's time-outs would also count time in which the process did not run.
      headersTimeout: 0,
      requestTimeout: 0,
      keepAliveTimeout: 72_000,
      noDelay: true,
    },
    (request, answer) => connections.inTurn(request.socket, answer, () => receive(request, answer)),
  )
  const connections = watchConnections(server, limits, deps.trust, deps.now)
  server.on('connection', admission.accepted)
  answerSpecialRequests(server)

  const receive = (request: Arrival, answer: Answer) => {
    const { socket } = request
    request.address = deps.isDirect(socket)
      ? (socket.remoteAddress ?? '')
      : clientAddress(request, deps.trust)
    const name = doorOf(request, callers.isPortal)
    if (name === 'probes') return route(request, answer)
    const door = admission.doors[name]
    const refuse = (reason: RefusalReason) => {
      refuseArrival(request, answer, reason)
      deps.onRefused(name, reason, request.address)
    }
    if (!connections.hasRoom(socket)) return refuse('connections')
    // The account of a webhook is known only from its body.
    const caller = name === 'webhooks' ? null : callers.of(name, request)
    const enter = () => {
      const entering = caller ?? callers.of(name, request)
      request.outside = door.outside
      door.enter({
        caller: entering,
        start() {
          answer.onBegin = () => door.leave(entering)
          answer.once('close', () => {
            // The work continues without its caller, and normally still ends with an answer.
            if (answer.onBegin) setTimeout(() => answer.begin(), abandonedMs).unref()
          })
          route(request, answer)
        },
        refuse: () => refuse('overloaded'),
        hasLeft: () => answer.destroyed,
      })
    }
    if (!hasBody(request)) return enter()
    if (caller !== null && door.turnsAway(caller)) return refuse('overloaded')
    receiveBody(request, answer, limits.doors[name].bodyBytes, deps.bodies, refuse, enter)
  }
  return server
}

/** Node would answer an unknown expectation itself, and end a tunnel without an answer. */
function answerSpecialRequests(server: Server): void {
  server.on('checkExpectation', (request, answer) => server.emit('request', request, answer))
  server.on('connect', (_request, socket) => {
    // Node no longer handles errors of this socket, and an unhandled one would end the process.
    socket.on('error', () => {})
    server.emit('clientError', new Error('a tunnel'), socket)
  })
}
