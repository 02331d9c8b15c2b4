import type { EventRecord } from '../records/event.ts'
import type { Snapshot } from '../records/snapshot.ts'
import type { Stored } from '../records/stored.ts'
import type { IdempotencyEntry } from './idempotency-entry.ts'
import type { Table } from './table.ts'
import type { Kind, Records, Tables } from './tables.ts'

export type Change =
  | { [K in Kind]: { put: K; record: Records[K] } }[Kind]
  | { remove: Kind; id: string }
  | { remember: IdempotencyEntry }
  | { clockOffset: number }

export interface State {
  readonly tables: Tables
  readonly idempotency: Map<string, IdempotencyEntry>
  clockOffset: number
}

/**
 * A line of the log: the changes of one transaction, with whole records. Events and answers about a version stored
 * in the same line do not repeat it, but refer to its place in the line.
 */
export function encodeLine(changes: readonly Change[]): string {
  const places = new Map<object, number>()
  const placeOf = (version: Snapshot) => places.get(version.record) ?? version
  return JSON.stringify(
    changes.map((change, index) => {
      if ('remember' in change) {
        const { answer, ...entry } = change.remember
        return { remember: { ...entry, answer: typeof answer === 'string' ? answer : placeOf(answer) } }
      }
      if (!('put' in change)) return change
      places.set(change.record, index)
      if (change.put !== 'event') return change
      return { put: 'event', record: { ...change.record, object: placeOf(change.record.object) } }
    }),
  )
}

/** Returns how many changes the line holds. */
export function replayLine(state: State, text: string): number {
  const changes: Change[] = JSON.parse(text)
  const versionAt = (given: Snapshot | number): Snapshot => {
    if (typeof given !== 'number') return given
    const change = changes[given]
    if (!change || !('put' in change)) throw new Error(`change ${given} stores no record`)
    return { kind: change.put, record: change.record } as Snapshot
  }
  const withVersion = (event: EventRecord): EventRecord => ({ ...event, object: versionAt(event.object) })
  for (const change of changes) {
    if ('put' in change) {
      const table: Table<Stored> = state.tables[change.put]
      table.set(change.put === 'event' ? withVersion(change.record) : change.record)
    } else if ('remove' in change) {
      state.tables[change.remove].delete(change.id)
    } else if ('remember' in change) {
      const { id, answer } = change.remember
      const version = typeof answer === 'string' ? answer : versionAt(answer)
      state.idempotency.set(id, { ...change.remember, answer: version })
    } else {
      state.clockOffset = change.clockOffset
    }
  }
  return changes.length
}
