import type { FastifyInstance } from 'fastify'
import { whyNotUsable } from '../db/await-schema.ts'
import type { Db } from '../db/db.ts'
import { lacksRoom } from '../db/room.ts'
import { UnusableDatabase } from '../db/unavailable.ts'
import { isProbe } from '../http/doors/limits.ts'
import { askOnce } from '../patience.ts'
import { problems } from '../problems.ts'

export type Readiness = ReturnType<typeof createReadiness>

/**
 * While stopping, the instance still serves requests, so that proxies have time to notice and send them elsewhere. While
 * closing, it serves none.
 */
type Phase = 'starting' | 'started' | 'stopping' | 'closing'

const databasePatienceMs = 2000

export function createReadiness(db: Db) {
  let doors = { isStuck: () => false }
  let phase: Phase = 'starting'
  const isStopping = () => phase === 'stopping' || phase === 'closing'
  const askDatabase = askOnce(async () => ({ fault: await databaseFault(db) }), databasePatienceMs)

  return {
    /** Null if the instance can serve requests, or else the reason why not. */
    async whyNot(): Promise<string | null> {
      if (isStopping()) return 'The service is stopping.'
      if (doors.isStuck()) return 'The service is overloaded and refuses all requests.'
      const answer = await askDatabase()
      if (answer === null) return 'The database is unreachable.'
      return answer.fault ?? (phase === 'starting' ? 'The service is starting.' : null)
    },
    /** The instance is not ready while a door is stuck. */
    watch(watched: { isStuck(): boolean }): void {
      doors = watched
    },
    enter(next: Phase): void {
      phase = next
    },
    isStarting: () => phase === 'starting',
    isStopping,
    isClosing: () => phase === 'closing',
  }
}

/** A fault that would prevent a start does not end a running instance, but makes it unready. */
async function databaseFault(db: Db): Promise<string | null> {
  const fault = await whyNotUsable(db).catch(error => {
    if (error instanceof UnusableDatabase) return error.message
    throw error
  })
  return fault ?? ((await lacksRoom(db)) ? 'The database is out of disk space or memory.' : null)
}

/** Refuses requests until the database is known to be the right one for this instance. */
export function refuseWhileStarting(app: FastifyInstance, { isStarting }: Readiness): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isEarly = isStarting() && !isProbe(request)
    done(isEarly ? problems.unavailable('The service is starting and is not ready yet.') : undefined)
  })
}
