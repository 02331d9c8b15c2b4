import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { type DeadLetter, logDeadLetter } from '../deliveries/log-dead-letter.ts'
import { wholeScheduleMs } from '../deliveries/schedule.ts'
import { eachAlone } from './each-alone.ts'
import { endOverdue, probedEndpoints } from './end-waiting-deliveries.sql.ts'

export interface EndWaitingDeps {
  db: Db
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  callbacks: Pick<Config['callbacks'], 'retryDelaysMs' | 'timeoutMs'>
}

/**
 * Behind an endpoint that is probed, queued deliveries use up no attempts. None of them waits longer than all its
 * attempts would have taken: it becomes a dead letter then.
 */
export function endWaiting({ db, clock, log, callbacks }: EndWaitingDeps, batch = 1000) {
  const lifetimeMs = wholeScheduleMs({ delaysMs: callbacks.retryDelaysMs }, callbacks.timeoutMs)
  return {
    name: 'end waiting callbacks',
    everyMs: 5000,
    async run(): Promise<void> {
      const queuedBefore = new Date(clock.now().getTime() - lifetimeMs)
      const claimed = await probedEndpoints(db, queuedBefore)
      await eachAlone({ claimed, faults: [] }, async merchantId => {
        let ended: DeadLetter[]
        do {
          ended = await endOverdue(db, { merchantId, queuedBefore, now: clock.now(), limit: batch })
          for (const letter of ended) logDeadLetter(log, letter)
        } while (ended.length > 0)
      })
    },
  }
}
