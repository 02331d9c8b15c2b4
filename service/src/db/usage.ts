import { isOutOfResources } from './unavailable.ts'

/** What the statements of a pool do. */
export interface Usage {
  /** Statements and transactions that have a connection, or wait for one. */
  underway: number
  /** Told of each statement that has ended. */
  onEnd: ((name: string, seconds: number) => void) | null
  /** When one last failed for want of disk space or memory, in milliseconds of this process; null if none has. */
  lackedRoomAt: number | null
}

/** Sees a statement that was sent. */
export type Watch = (sent: Promise<unknown>, nameOf: () => string) => void

/** What is sent in a transaction has its connection already. */
export function watchStatements(usage: Usage, { inTransaction = false } = {}): Watch {
  return (sent, nameOf) => {
    const startedAt = performance.now()
    if (!inTransaction) usage.underway++
    const end = () => {
      if (!inTransaction) usage.underway--
      usage.onEnd?.(nameOf(), (performance.now() - startedAt) / 1000)
    }
    sent.then(end, error => {
      if (isOutOfResources(error)) usage.lackedRoomAt = performance.now()
      end()
    })
  }
}

/** The function that made a statement, by the stack there, whose first line is ours. */
export function nameInStack(stack: string): string {
  const callers = stack
    .split('\n')
    .slice(2)
    .filter(line => !line.includes('(node:'))
  const names = callers.map(line => /^ +at (?:async )?(?:\w+\.)*([A-Za-z]\w+)(?:\$\d+)? \(/.exec(line)?.[1])
  const name = names.find(one => one !== undefined && one !== 'map')
  // between a transaction and its work there is only a call of ours
  return name === undefined || name === 'run' ? 'other' : name
}
