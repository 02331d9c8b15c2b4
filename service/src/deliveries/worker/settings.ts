export const defaultWorkerSettings = {
  /** The slots for calls to quick endpoints, to all others, and for calls to quick endpoints that take too long. */
  slots: { quick: 256, slow: 512, overtime: 256 },
  perEndpoint: { quick: 10, slow: 2 },
  /** An answer that takes longer is slow. */
  slowAfterMs: 1000,
  pollMs: 250,
  /** How soon other workers take over from one that has died. */
  leaseMs: 5000,
}

export type WorkerSettings = typeof defaultWorkerSettings & { timeoutMs: number }

/** The interval while nothing is due. New deliveries wake the worker, so polling only makes up for lost wake-ups. */
export const idlePollMs = ({ pollMs }: Pick<WorkerSettings, 'pollMs'>) => 4 * pollMs

export function maxInFlight({ slots }: Pick<WorkerSettings, 'slots'>): number {
  return slots.quick + slots.slow + slots.overtime
}
