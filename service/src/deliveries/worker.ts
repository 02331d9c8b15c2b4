import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/db.ts'
import type { AttemptDeps } from './attempt.ts'
import { type Lane, startLane } from './lane.ts'
import { createSettler } from './settler.ts'

export interface WorkerSettings {
  /** For endpoints that answer quickly, for all others, and for attempts of quick ones that turn out slow. */
  slots: { quick: number; slow: number; overtime: number }
  perEndpoint: { quick: number; slow: number }
  /** From when on an answer is slow. */
  slowAfterMs: number
  timeoutMs: number
  pollMs: number
}

export const defaultWorkerSettings = {
  slots: { quick: 256, slow: 512, overtime: 256 },
  perEndpoint: { quick: 10, slow: 2 },
  slowAfterMs: 1000,
  pollMs: 250,
}

export function maxInFlight({ slots }: Pick<WorkerSettings, 'slots'>): number {
  return slots.quick + slots.slow + slots.overtime
}

export type CallbackWorker = Lane

/**
 * Sends what is queued; many such workers share the queue. Endpoints that are slow, or new, have slots of their own,
 * so that however many they are they take none from those that answer quickly.
 */
export function startCallbackWorker(
  deps: AttemptDeps & { db: Db; log: FastifyBaseLogger },
  { slots, perEndpoint, ...times }: WorkerSettings,
): CallbackWorker {
  const settler = createSettler({ ...deps, slowAfterMs: times.slowAfterMs })
  const { quick, slow } = perEndpoint
  const lanes = [
    startLane(
      { ...deps, settler },
      {
        ...times,
        quick: true,
        slots: slots.quick,
        overtime: slots.overtime,
        perEndpoint: { first: slow, most: quick },
      },
    ),
    startLane(
      { ...deps, settler },
      { ...times, quick: false, slots: slots.slow, overtime: 0, perEndpoint: { first: slow, most: slow } },
    ),
  ]
  return {
    wake: () => {
      for (const lane of lanes) lane.wake()
    },
    async stop() {
      await Promise.all(lanes.map(lane => lane.stop()))
    },
  }
}
