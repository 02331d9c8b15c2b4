export const defaultWorkerSettings = {
  /** For endpoints that answer quickly, for all others, and for calls to quick endpoints that turn out slow. */
  slots: { quick: 256, slow: 512, overtime: 256 },
  perEndpoint: { quick: 10, slow: 2 },
  /** An answer that takes longer is slow. */
  slowAfterMs: 1000,
  pollMs: 250,
  /** How soon other workers take over from one that has died. */
  leaseMs: 5000,
}

export type WorkerSettings = typeof defaultWorkerSettings & { timeoutMs: number }

/** While nothing is due. New deliveries wake the worker, so polling only finds those whose wake-up was lost. */
export const idlePollMs = ({ pollMs }: Pick<WorkerSettings, 'pollMs'>) => 4 * pollMs

export function maxInFlight({ slots }: Pick<WorkerSettings, 'slots'>): number {
  return slots.quick + slots.slow + slots.overtime
}
