import type { FastifyBaseLogger } from 'fastify'

export interface DeadLetter {
  merchantId: string
  deliveryId: string
  attempt: number
  status: number | null
  error: string | null
}

/** However a delivery ends, whoever reads the log can find it. */
export function logDeadLetter(log: Pick<FastifyBaseLogger, 'error'>, letter: DeadLetter): void {
  log.error(letter, 'callback failed for the last time: dead letter')
}
