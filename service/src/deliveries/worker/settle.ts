import { reportEndpoint } from '../endpoints.sql.ts'
import { pausesOf } from '../schedule.ts'
import type { AttemptDeps } from './attempt.ts'
import { type AttemptResult, settleResult } from './settle.sql.ts'

type SettleDeps = Pick<AttemptDeps, 'db' | 'clock' | 'log' | 'delaysMs'>

export type DeadLetter = Pick<AttemptResult, 'merchantId' | 'deliveryId' | 'attempt' | 'status' | 'error'>

export function logDeadLetter(log: AttemptDeps['log'], letter: DeadLetter): void {
  log.error(letter, 'callback failed for the last time: dead letter')
}

/** Records the result of an attempt. False if it could not be written. */
export async function settle(deps: SettleDeps, result: AttemptResult): Promise<boolean> {
  const { db, clock, log, delaysMs } = deps
  const { merchantId, deliveryId, attempt, epoch, status, error, durationMs, retryAt, outcome } = result
  const now = clock.now()
  if (result.isNews) {
    const [failed, pauses] = [outcome !== 'delivered', pausesOf(delaysMs)]
    // awaited, because what is sent next depends on the endpoint's health; a failure here does not affect the result
    await reportEndpoint(db, { merchantId, epoch, failed, quick: result.isQuick, pauses, now }).catch(err =>
      log.error({ err, merchantId }, 'could not record the health of a callback endpoint'),
    )
  }
  try {
    await settleResult(db, Object.assign(result, { now }))
  } catch (err) {
    // the delivery will be sent again: we promise at least once
    log.error({ err, merchantId, deliveryId }, 'could not record the result of a callback')
    return false
  }
  const facts = { merchantId, deliveryId, attempt, status, error, ms: durationMs }
  if (outcome === 'dead') logDeadLetter(log, facts)
  else if (outcome === 'retry') log.warn({ ...facts, retryAt }, 'callback failed')
  return true
}
