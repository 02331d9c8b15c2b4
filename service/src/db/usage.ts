import { isOutOfResources } from './unavailable.ts'

export interface Usage {
  /** Statements and transactions that have a connection, or wait for one. */
  underway: number
  /** Called after each statement. */
  onEnd: ((name: string, seconds: number) => void) | null
  /** When a statement last failed for lack of disk space or memory, by `performance.now()`; null if none has. */
  lackedRoomAt: number | null
}

/** Returns the result of the statement. */
export type Watch = (sent: Promise<unknown>, nameOf: () => string) => Promise<unknown>

/** A statement in a transaction already has its connection. */
export function watchStatements(usage: Usage, { inTransaction = false } = {}): Watch {
  return (sent, nameOf) => {
    const startedAt = performance.now()
    if (!inTransaction) usage.underway++
    const end = () => {
      if (!inTransaction) usage.underway--
      usage.onEnd?.(nameOf(), (performance.now() - startedAt) / 1000)
    }
    return sent.then(
      result => {
        end()
        return result
      },
      error => {
        if (isOutOfResources(error)) usage.lackedRoomAt = performance.now()
        end()
        throw error
      },
    )
  }
}

/** The name of the function that created a statement, from the stack at that place. The first line is our own. */
export function nameInStack(stack: string): string {
  const callers = stack
    .split('\n')
    .slice(2)
    .filter(line => !line.includes('(node:'))
  const names = callers.map(line => /^ +at (?:async )?(?:\w+\.)*([A-Za-z]\w+)(?:\$\d+)? \(/.exec(line)?.[1])
  const name = names.find(one => one !== undefined && one !== 'map')
  // only our own call is between a transaction and its work
  return name === undefined || name === 'run' ? 'other' : name
}
