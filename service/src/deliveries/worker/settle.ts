import { reportEndpoint } from '../endpoints.sql.ts'
import { pausesOf } from '../schedule.ts'
import type { AttemptDeps } from './attempt.ts'
import { type AttemptResult, settleResult } from './settle.sql.ts'

type SettleDeps = Pick<AttemptDeps, 'db' | 'clock' | 'log' | 'delaysMs'>

export type DeadLetter = Pick<AttemptResult, 'merchantId' | 'deliveryId' | 'attempt' | 'status' | 'error'>

/** Every end of a delivery can be found in the log. */
export function logDeadLetter(log: AttemptDeps['log'], letter: DeadLetter): void {
  log.error(letter, 'callback failed for the last time: dead letter')
}

/** Records the result of an attempt. False when it could not be written. */
export async function settle(deps: SettleDeps, result: AttemptResult): Promise<boolean> {
  const { db, clock, log, delaysMs } = deps
  const { merchantId, deliveryId, attempt, epoch, status, error, durationMs, retryAt, outcome } = result
  const now = clock.now()
  if (result.isNews) {
    const [failed, pauses] = [outcome !== 'delivered', pausesOf(delaysMs)]
    // what follows must know the endpoint's health; and it is settled, whatever is known of that
    await reportEndpoint(db, { merchantId, epoch, failed, quick: result.isQuick, pauses, now }).catch(err =>
      log.error({ err, merchantId }, 'the state of an endpoint could not be written'),
    )
  }
  try {
    await settleResult(db, { ...result, now })
  } catch (err) {
    // the delivery is sent again: at least once, as promised
    log.error({ err, merchantId, deliveryId }, 'callback result could not be written')
    return false
  }
  const facts = { merchantId, deliveryId, attempt, status, error, ms: durationMs }
  if (outcome === 'dead') logDeadLetter(log, facts)
  else if (outcome === 'retry') log.warn({ ...facts, retryAt }, 'callback failed')
  return true
}
