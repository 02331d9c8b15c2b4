import type { EventRecord } from '../records/event.ts'
import { type ObjectKind, type Snapshot, snapshotOf } from '../records/snapshot.ts'
import type { IdempotencyEntry } from './idempotency-entry.ts'
import type { Kind, Records, Tables } from './tables.ts'

/** One change. Events and answers refer to their object by id: the version at that point of the log. */
export type Change =
  | { [K in Kind]: { put: K; record: Records[K]; before?: Records[K] | undefined } }[Kind]
  | { remove: Kind; id: string }
  | { remember: IdempotencyEntry }
  | { clockOffset: number }

type Reference = [kind: ObjectKind, id: string]
type Line =
  | ['p', Kind, Records[Kind]]
  | ['u', Kind, string, object]
  | ['e', Omit<EventRecord, 'object'>, Reference]
  | ['d', Kind, string]
  | ['i', Omit<IdempotencyEntry, 'answer'>, Reference | string]
  | ['c', number]

export interface State {
  readonly tables: Tables
  readonly idempotency: Map<string, IdempotencyEntry>
  clockOffset: number
}

export function encodeChanges(changes: readonly Change[]): string {
  return JSON.stringify(changes.map(encode))
}

function encode(change: Change): Line {
  if ('remember' in change) {
    const { answer, ...entry } = change.remember
    return ['i', entry, typeof answer === 'string' ? answer : [answer.kind, answer.record.id]]
  }
  if ('clockOffset' in change) return ['c', change.clockOffset]
  if ('remove' in change) return ['d', change.remove, change.id]
  if (change.put !== 'event') {
    if (!change.before) return ['p', change.put, change.record]
    return ['u', change.put, change.record.id, changedFields(change.before, change.record)]
  }
  const { object, ...event } = change.record
  return ['e', event, [object.kind, object.record.id]]
}

/** All versions of a record have the same fields, so the changed ones are enough to restore the next version. */
function changedFields(before: object, after: object): object {
  const earlier: Record<string, unknown> = { ...before }
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== earlier[name]))
}

export function replayLine(state: State, text: string): number {
  const lines: Line[] = JSON.parse(text)
  for (const line of lines) replay(state, line)
  return lines.length
}

function replay(state: State, line: Line): void {
  switch (line[0]) {
    case 'p':
      put(state.tables, line[1], line[2])
      return
    case 'u':
      update(state.tables, line[1], line[2], line[3])
      return
    case 'e':
      state.tables.event.set({ ...line[1], object: snapshot(state.tables, line[2]) })
      return
    case 'd':
      state.tables[line[1]].delete(line[2])
      return
    case 'i': {
      const answer = typeof line[2] === 'string' ? line[2] : snapshot(state.tables, line[2])
      state.idempotency.set(line[1].id, { ...line[1], answer })
      return
    }
    case 'c':
      state.clockOffset = line[1]
  }
}

function put<K extends Kind>(tables: Tables, kind: K, record: Records[K]): void {
  tables[kind].set(record)
}

function update<K extends Kind>(tables: Tables, kind: K, id: string, fields: object): void {
  const before = tables[kind].get(id)
  if (!before) throw new Error(`the log changes ${kind} ${id} before it exists`)
  tables[kind].set({ ...before, ...fields })
}

function snapshot(tables: Tables, [kind, id]: Reference): Snapshot {
  const record = tables[kind].get(id)
  if (!record) throw new Error(`the log refers to ${kind} ${id} before it exists`)
  return snapshotOf(kind, record)
}
