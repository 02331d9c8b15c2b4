import { expect } from 'vitest'
import { databaseForThisTest } from '../../support/database.ts'
import type { TestService } from '../../support/service.ts'

/** With fewer connections, other statements would queue behind the waiting ones. */
export const roomForHeld = { SVC_DATABASE_CONNECTIONS: '10' }

/** A database without time-outs, because held statements would otherwise fail after fifteen seconds. */
export async function databaseForHeld(): Promise<string> {
  return `${await databaseForThisTest()}?statement_timeout=0&idle_in_transaction_session_timeout=0`
}

/** Locks the payments, so that lists of payments stay in flight. */
export async function holdPayments(service: TestService) {
  // With all connections open, no statement queues behind a waiting one.
  await Promise.all(Array.from({ length: 10 }, () => service.db`select pg_sleep(0.1)`))
  const held = await service.db.reserve()
  await held`begin`
  await held`lock table payments in access exclusive mode`
  const waiting = async () => {
    const rows = await held`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return rows.length
  }
  return {
    waitedFor: (requests: number) => expect.poll(waiting).toBe(requests),
    async release() {
      await held`rollback`
      held.release()
    },
  }
}
