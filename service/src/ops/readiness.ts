import { whyNotUsable } from '../db/await-schema.ts'
import type { Db } from '../db/db.ts'
import { SchemaTooNew } from '../db/migrate.ts'
import { askOnce } from '../patience.ts'

export interface Readiness {
  /** Null when the instance can serve, else the reason why not. */
  whyNot(): Promise<string | null>
  markStarted(): void
  markStopping(): void
  isStopping(): boolean
  /** Whose being stuck makes the instance unready. */
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

/** A newer schema ends a start; an instance that runs already lives on, and takes no more requests. */
async function databaseFault(db: Db): Promise<string | null> {
  return await whyNotUsable(db).catch(error => {
    if (error instanceof SchemaTooNew) return error.message
    throw error
  })
}
