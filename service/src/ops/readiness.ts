import type { Db } from '../db/db.ts'
import { knownSchema, schemaVersion } from '../db/migrate.ts'

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
  let check: Promise<string | null> | null = null
  let phase: 'starting' | 'started' | 'stopping' = 'starting'
  async function databaseFault(): Promise<string | null> {
    const version = await within(databasePatienceMs, schemaVersion(db)).catch(() => null)
    if (version === null) return 'The database is unreachable.'
    return version < knownSchema ? 'Migrations are missing: run svcpay migrate.' : null
  }

  return {
    async whyNot() {
      if (phase !== 'started') return `The service is ${phase}.`
      if (doors.isStuck()) return 'The service is overloaded and refuses all requests.'
      // probes are never refused, so however many come, the database is asked once at a time
      check ??= databaseFault().finally(() => {
        check = null
      })
      return await check
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

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), ms)
  })
  return await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
