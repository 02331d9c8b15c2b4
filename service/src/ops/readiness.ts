import { whyNotUsable } from '../db/await-schema.ts'
import type { Db } from '../db/db.ts'
import { UnusableDatabase } from '../db/unavailable.ts'
import { askOnce } from '../patience.ts'

export type Readiness = ReturnType<typeof createReadiness>

const databasePatienceMs = 2000

export function createReadiness(db: Db) {
  let doors = { isStuck: () => false }
  let phase: 'starting' | 'started' | 'stopping' = 'starting'
  const askDatabase = askOnce(async () => ({ fault: await databaseFault(db) }), databasePatienceMs)

  return {
    /** Null when the instance can serve, else the reason why not. */
    async whyNot(): Promise<string | null> {
      if (phase !== 'started') return `The service is ${phase}.`
      if (doors.isStuck()) return 'The service is overloaded and refuses all requests.'
      const answer = await askDatabase()
      return answer === null ? 'The database is unreachable.' : answer.fault
    },
    /** The instance is unready while one of these is stuck. */
    watch(watched: { isStuck(): boolean }): void {
      doors = watched
    },
    markStarted(): void {
      phase = 'started'
    },
    markStopping(): void {
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
