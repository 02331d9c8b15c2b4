import { EmbeddedPostgresError } from 'svcpay-embedded-database'
import { ConfigFaults } from '../config.ts'
import { SchemaTooNew } from '../db/migrate.ts'
import { isDatabaseUnavailable, isOutOfResources, isSchemaMissing } from '../db/unavailable.ts'
import { CannotListen } from '../http/cannot-listen.ts'
import { StopTimedOut } from '../ops/stop-in-time.ts'
import { CommandFault } from './context.ts'

const oneLiners = [CannotListen, CommandFault, EmbeddedPostgresError, SchemaTooNew, StopTimedOut]

/** One clear line a fault; null for a bug, which deserves its stack. */
export function faultLines(error: unknown): string[] | null {
  if (error instanceof ConfigFaults) return error.faults
  if (oneLiners.some(kind => error instanceof kind)) return [(error as Error).message]
  if (isOutOfResources(error)) return [`The database is out of resources: ${(error as Error).message}.`]
  if (isDatabaseUnavailable(error)) return ['The database cannot be reached: check DATABASE_URL.']
  if (isSchemaMissing(error)) return ['The database has no tables yet: run svcpay migrate.']
  if (isRefusedByDatabase(error)) return [`The database refused: ${error.message}.`]
  return null
}

/** Wrong password, unknown user or database, no right to connect. */
function isRefusedByDatabase(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && ['28P01', '28000', '3D000'].includes(String(error.code))
}
