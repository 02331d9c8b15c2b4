import type { Db } from '../db/db.ts'
import { knownSchema, schemaVersion } from '../db/migrate.ts'

export interface Readiness {
  /** Null when the instance can serve, else the reason why not. */
  whyNot(): Promise<string | null>
  markStarted(): void
  markStopping(): void
  isStopping(): boolean
}

const databasePatienceMs = 2000

export function createReadiness(db: Db): Readiness {
  let phase: 'starting' | 'started' | 'stopping' = 'starting'
  return {
    async whyNot() {
      if (phase !== 'started') return `The service is ${phase}.`
      const version = await within(databasePatienceMs, schemaVersion(db)).catch(() => null)
      if (version === null) return 'The database cannot be reached just now.'
      if (version < knownSchema) return `Migrations are missing: run svcpay migrate.`
      return null
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
