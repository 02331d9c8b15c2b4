import { networkOf } from '../../addresses.ts'
import type { DoorLimits } from './limits.ts'

type RoomLimits = Pick<
  DoorLimits,
  'bodyBytes' | 'bodyBytesPerAddress' | 'bodyTimeoutMs' | 'slowBodiesPerAddress'
>

export type BodyRoom = ReturnType<typeof createBodyRoom>

interface Held {
  client: Client
  bytes: number
  sinceMs: number
  onLost: (reason: 'late' | 'crowded') => void
}

interface Client {
  bytes: number
  bodies: number
  incomplete: Set<Held>
}

const slowAfterMs = 1000

/**
 * The memory that bodies share. When it runs short, the oldest incomplete body is dropped: an honest one is complete
 * within milliseconds, so a new request always finds room.
 */
export function createBodyRoom(limits: RoomLimits, now: () => number = () => performance.now()) {
  const clients = new Map<string, Client>()
  const incomplete = new Set<Held>()
  let bytes = 0

  function clientAt(address: string): Client {
    const network = networkOf(address)
    const known = clients.get(network)
    if (known) return known
    const client = { bytes: 0, bodies: 0, incomplete: new Set<Held>() }
    clients.set(network, client)
    return client
  }

  function complete(held: Held): void {
    incomplete.delete(held)
    held.client.incomplete.delete(held)
  }

  function lose(held: Held | undefined, reason: 'late' | 'crowded'): void {
    if (!held) return
    complete(held)
    held.onLost(reason)
  }

  const oldestOf = (bodies: Set<Held>) => bodies.values().next().value

  return {
    take(address: string, onLost: Held['onLost']) {
      const client = clientAt(address)
      const held: Held = { client, bytes: 0, sinceMs: now(), onLost }
      client.bodies += 1
      client.incomplete.add(held)
      incomplete.add(held)
      let isHeld = true
      return {
        /** Makes room for more bytes. This may drop older incomplete bodies, or this one. */
        grow(more: number): void {
          held.bytes += more
          client.bytes += more
          bytes += more
          while (client.bytes > limits.bodyBytesPerAddress && client.incomplete.size > 0) {
            lose(oldestOf(client.incomplete), 'crowded')
          }
          while (bytes > limits.bodyBytes && incomplete.size > 0) lose(oldestOf(incomplete), 'crowded')
        },
        /** Call it when the body is complete. The body keeps its room until `release`. */
        complete: () => complete(held),
        release(): void {
          if (!isHeld) return
          isHeld = false
          complete(held)
          client.bytes -= held.bytes
          bytes -= held.bytes
          client.bodies -= 1
          if (client.bodies === 0) clients.delete(networkOf(address))
        },
      }
    },
    /** Drops bodies that have not arrived in time. */
    sweep(): void {
      const slow = new Map<Client, number>()
      for (const held of incomplete) {
        const ageMs = now() - held.sinceMs
        if (ageMs < slowAfterMs) return
        const count = (slow.get(held.client) ?? 0) + 1
        slow.set(held.client, count)
        if (ageMs > limits.bodyTimeoutMs) lose(held, 'late')
        else if (count > limits.slowBodiesPerAddress) lose(held, 'crowded')
      }
    },
    bytes: () => bytes,
  }
}
