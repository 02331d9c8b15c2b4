/** It is unknown whether anything was committed, and the next statement is likely to fail as well. */
const lost = new Set([
  '53300', // too many connections
  '57P01', // terminated by an administrator
  '57P02', // crash shutdown
  '57P03', // starting up or shutting down
  '25006', // read-only: connected to a standby
])

/** The statement was given up, and nothing of it is left. */
const rolledBack = new Set([
  '57014', // statement timeout
  '55P03', // lock not available
  '40000', // a commit that the server turned into a rollback
  '40001', // changed by another transaction meanwhile
  '40P01', // deadlock
])

/** A cluster that loses a node at the commit has no code of its own for it. */
const lostNode = /^could not commit transaction for shard|^failure on connection marked as essential/

/** Class 53 (disk full, out of memory, …) and failed reads and writes of its files. */
const lacksResources = /^53|^58030$/

/** An error as the driver would throw it. */
export function withCode(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code })
}

const ofDriver = Symbol('of the driver')

/** Marks what a statement failed with, so that it can be told from the faults of others. */
export function markOfDriver(error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { [ofDriver]: true }) : error
}

const sqlState = /^(\d[\dA-Z]|F0|HV|P0|XX)[\dA-Z]{3}$/

/**
 * Whatever a statement fails with, unless the server said why, is the connection's fault: the codes of sockets, TLS and
 * names are too many to list. Faults of our own code have no code or are type errors, and where the driver refuses to
 * send something, the message begins with the code.
 */
function isLostConnection(error: Error, code: string): boolean {
  // a transaction whose connection closes between two statements fails without one
  if (code === 'CONNECTION_CLOSED') return true
  const isOurs = error instanceof TypeError || error instanceof RangeError
  return ofDriver in error && !isOurs && !error.message.startsWith(`${code}: `)
}

/** What the database, or the driver, calls a fault. */
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

/** True for faults of the database's reachability or resources, as opposed to faults of a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return isOutcomeUnknown(error) || rolledBack.has(code) || lacksResources.test(code)
}

/** True when it was reached, and has no room to do what it was asked. */
export function isOutOfResources(error: unknown): boolean {
  return !isOutcomeUnknown(error) && lacksResources.test(codeOf(error) ?? '')
}

/** True when a table is not there: the migrations are still to be run. */
export const isSchemaMissing = (error: unknown) => codeOf(error) === '42P01'

/** The database can be reached, and waiting for it will not help: a person has to change something. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}
