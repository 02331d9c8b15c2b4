import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { systemClock } from '../../src/clock.ts'
import { openDb } from '../../src/db/db.ts'
import { createNames } from '../../src/deliveries/sending/names.ts'
import type { DoorLimits } from '../../src/http/doors/limits.ts'
import { keepLeases } from '../../src/operations/leases.ts'
import { createReadiness, type Readiness } from '../../src/ops/readiness.ts'
import { createProcessors } from '../../src/processors/registry.ts'
import { completeHistory } from './history.ts'
import { testConfig } from './service.ts'

/** The app without a server, for details that a running server does not show. */
export async function appForThisTest(
  databaseUrl: string,
  doorLimits?: Partial<DoorLimits>,
): Promise<{ app: FastifyInstance; readiness: Readiness }> {
  const db = openDb(databaseUrl)
  const readiness = createReadiness(db)
  const config = testConfig(databaseUrl)
  const deps = {
    config,
    db,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    readiness,
    names: createNames(),
    payments: {
      db,
      clock: systemClock,
      encryptionKeys: config.encryptionKeys,
      leases: keepLeases(db),
      history: completeHistory,
    },
    processors: createProcessors(config),
    wakeCallbacks: () => {},
  }
  const app = await buildApp(doorLimits ? { ...deps, doorLimits } : deps, 'all')
  onTestFinished(async () => {
    await app.close()
    await db.end()
  })
  return { app, readiness }
}
