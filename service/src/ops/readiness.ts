import { whyNotUsable } from '../db/await-schema.ts'
import type { Db } from '../db/db.ts'
import { UnusableDatabase } from '../db/unavailable.ts'
import { askOnce } from '../patience.ts'

export interface Readiness {
  /** Null when the instance can serve, else the reason why not. */
  whyNot(): Promise<string | null>
  markStarted(): void
  markStopping(): void
  isStopping(): boolean
  /** The instance is unready while one of these is stuck. */
  watch(doors: { isStuck(): boolean }): void
}

const databasePatienceMs = 2000

export function createReadiness(db: Db): Readiness {
  let doors = { isStuck: () => false }
  let phase: 'starting' | 'started' | 'stopping' = 'starting'
  const askDatabase = askOnce(async () => ({ fault: await databaseFault(db) }), databasePatienceMs)

  return {
    async whyNot() {
      if (phase !== 'started') return `The service is ${phase}.`
      if (doors.isStuck()) return 'The service is overloaded and refuses all requests.'
      const answer = await askDatabase()
      return answer === null ? 'The database is unreachable.' : answer.fault
    },
    watch(watched) {
      doors = watched
    },
    markStarted() {
      phase = 'started'
    },
    markStopping() {
      phase = 'stopping'
    },
    isStopping: () => phase === 'stopping',
  }
}

/** What would fail a start does not end a running instance: it lives on, but takes no more requests. */
async function databaseFault(db: Db): Promise<string | null> {
  return await whyNotUsable(db).catch(error => {
    if (error instanceof UnusableDatabase) return error.message
    throw error
  })
}
