import { ConfigFaults } from '../config.ts'
import { isDatabaseUnavailable } from '../db/db.ts'
import { EmbeddedPostgresError } from '../db/embedded/index.ts'
import { SchemaTooNew } from '../db/migrate.ts'
import { CommandFault } from './context.ts'

const oneLiners = [CommandFault, EmbeddedPostgresError, SchemaTooNew]

/** One clear line a fault; null for a bug, which deserves its stack. */
export function faultLines(error: unknown): string[] | null {
  if (error instanceof ConfigFaults) return error.faults
  if (oneLiners.some(kind => error instanceof kind)) return [(error as Error).message]
  if (isListenFault(error)) {
    const reason = error.code === 'EADDRINUSE' ? 'is in use' : 'may not be used by this user'
    return [`Port ${error.port} on ${error.address} ${reason}: set PORT to another one.`]
  }
  if (isDatabaseUnavailable(error)) return ['The database cannot be reached: check DATABASE_URL.']
  if (isRefusedByDatabase(error)) return [`The database refused: ${error.message}.`]
  return null
}

interface ListenFault extends Error {
  code: string
  address: string
  port: number
}

function isListenFault(error: unknown): error is ListenFault {
  return (
    error instanceof Error &&
    'syscall' in error &&
    error.syscall === 'listen' &&
    'code' in error &&
    (error.code === 'EADDRINUSE' || error.code === 'EACCES')
  )
}

/** Wrong password, unknown user or database, no right to connect. */
function isRefusedByDatabase(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && ['28P01', '28000', '3D000'].includes(String(error.code))
}
