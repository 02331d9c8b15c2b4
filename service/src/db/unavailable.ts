/** It is unknown whether anything was committed, and the next statement is likely to fail as well. */
const lost = new Set([
  '53300', // too many connections
  '57P01', // terminated by an administrator
  '57P02', // crash shutdown
  '57P03', // starting up or shutting down
  '25006', // read-only: connected to a standby
])

/** The statement was canceled, and had no effect. */
const rolledBack = new Set([
  '57014', // statement timeout
  '55P03', // lock not available
  '40000', // a commit that the server turned into a rollback
  '40001', // changed by another transaction meanwhile
  '40P01', // deadlock
])

/** If a cluster loses a node at the commit, the error has no code of its own. */
const lostNode = /^could not commit transaction for shard|^failure on connection marked as essential/

/** Class 53 (disk full, out of memory, …) and failed reads and writes of its files. */
const lacksResources = /^53|^58030$/

/** An error as the driver would throw it. */
export function withCode(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code })
}

const ofDriver = Symbol('of the driver')

/** Marks the error of a statement as the database's, to distinguish it from other faults. */
export function markOfDriver(error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { [ofDriver]: true }) : error
}

const sqlState = /^(\d[\dA-Z]|F0|HV|P0|XX)[\dA-Z]{3}$/

/**
 * Any failure of a statement is the connection's fault, unless the server gave a reason: sockets, TLS and name
 * resolution have too many codes to list. Faults of our own code have no code or are type errors, and if the driver
 * refuses to send something, the message begins with the code.
 */
function isLostConnection(error: Error, code: string): boolean {
  // if the connection closes between two statements of a transaction, no statement fails, so nothing marks the error
  if (code === 'CONNECTION_CLOSED') return true
  const isOurs = error instanceof TypeError || error instanceof RangeError
  return ofDriver in error && !isOurs && !error.message.startsWith(`${code}: `)
}

export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null
}

export function isOutcomeUnknown(error: unknown): boolean {
  const code = codeOf(error)
  if (code === null) return false
  if (!sqlState.test(code)) return isLostConnection(error as Error, code)
  if (code === 'XX000') return lostNode.test((error as Error).message)
  return lost.has(code) || code.startsWith('08')
}

export const isTimeout = (error: unknown) => codeOf(error) === '57014'

/** True if the database is unreachable or lacks resources, as opposed to a fault in the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return isOutcomeUnknown(error) || rolledBack.has(code) || lacksResources.test(code)
}

/** True if the database was reached but has no room for the write. */
export function isOutOfResources(error: unknown): boolean {
  return !isOutcomeUnknown(error) && lacksResources.test(codeOf(error) ?? '')
}

/** True if a table is missing: the migrations have not run yet. */
export const isSchemaMissing = (error: unknown) => codeOf(error) === '42P01'

/** The database can be reached, but waiting will not help: a person has to change something. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}
