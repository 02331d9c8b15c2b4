import { type ObjectKind, type Snapshot, snapshotOf } from '../records/snapshot.ts'
import type { Stored } from '../records/stored.ts'
import type { IdempotencyEntry } from './idempotency-entry.ts'
import type { Table } from './table.ts'
import type { Kind, Records, Tables } from './tables.ts'

export type Change =
  | { [K in Kind]: { put: K; record: Records[K]; before?: Records[K] | undefined } }[Kind]
  | { remove: Kind; id: string }
  | { remember: IdempotencyEntry }
  | { clockOffset: number }

/**
 * How a change is written. Records of a kind differ little, so most are written as what differs: from the version
 * before (`u`), or from the last record of the kind that was new (`n`). `p` is a whole record.
 */
type Entry =
  | ['p', Kind, object]
  | ['n', Kind, object]
  | ['u', Kind, string | number, object]
  | ['d', Kind, string]
  | ['i', Omit<IdempotencyEntry, 'answer'>, Reference | string]
  | ['c', number]
  /** An event, in logs of earlier releases. */
  | ['e', object, Reference]

/** The version that an entry of the same line has put, or the newest at that point of the log. */
type Reference = number | [kind: ObjectKind, id: string]

export interface State {
  readonly tables: Tables
  readonly idempotency: Map<string, IdempotencyEntry>
  clockOffset: number
  /** The last new record of each kind, as the log has it. */
  readonly lastNew: Map<Kind, object>
}

/** A line of the log. It builds on the lines before it, so `lastNew` must be cleared if it cannot be written. */
export function encodeLine(changes: readonly Change[], lastNew: State['lastNew']): string {
  const putBy = new Map<object, number>()

  function refer({ kind, record }: Snapshot): Reference {
    return putBy.get(record) ?? [kind, record.id]
  }

  function encode(change: Change, index: number): Entry {
    if ('remember' in change) {
      const { answer, ...entry } = change.remember
      return ['i', entry, typeof answer === 'string' ? answer : refer(answer)]
    }
    if ('clockOffset' in change) return ['c', change.clockOffset]
    if ('remove' in change) return ['d', change.remove, change.id]
    const { put: kind, before } = change
    putBy.set(change.record, index)
    const record =
      kind === 'event' ? { ...change.record, object: refer(change.record.object) } : change.record
    const fields = differingFields(before ?? lastNew.get(kind), record)
    if (fields && before) return ['u', kind, putBy.get(before) ?? before.id, fields]
    lastNew.set(kind, record)
    return fields ? ['n', kind, fields] : ['p', kind, record]
  }

  return JSON.stringify(changes.map(encode))
}

/** Undefined if the record lacks a field of the basis: leaving it out would restore it. */
function differingFields(basis: object | undefined, record: object): object | undefined {
  if (!basis) return undefined
  const given: Record<string, unknown> = { ...basis }
  const wanted: Record<string, unknown> = { ...record }
  for (const name in given) if (given[name] !== undefined && wanted[name] === undefined) return undefined
  const fields: Record<string, unknown> = {}
  for (const name in wanted) if (!isSame(given[name], wanted[name])) fields[name] = wanted[name]
  return fields
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b)
}

/** Returns how many changes the line holds. */
export function replayLine(state: State, text: string): number {
  const entries: Entry[] = JSON.parse(text)
  const put: Snapshot[] = []
  entries.forEach((entry, index) => {
    const version = replay(state, put, entry)
    if (version) put[index] = version
  })
  return entries.length
}

/** Returns the version that the entry puts. */
function replay(state: State, put: readonly Snapshot[], entry: Entry): Snapshot | undefined {
  const { tables, lastNew } = state
  switch (entry[0]) {
    case 'p':
      return addNew(state, put, entry[1], entry[2])
    case 'n':
      return addNew(state, put, entry[1], { ...lastNew.get(entry[1]), ...entry[2] })
    case 'e':
      return addNew(state, put, 'event', { ...entry[1], object: entry[2] })
    case 'u': {
      const [, kind, of, fields] = entry
      const before = typeof of === 'number' ? put[of]?.record : findRecord(tables, kind, of)
      return set(tables, kind, { ...before, ...fields })
    }
    case 'd':
      tables[entry[1]].delete(entry[2])
      return undefined
    case 'i': {
      const answer = typeof entry[2] === 'string' ? entry[2] : resolve(tables, put, entry[2])
      state.idempotency.set(entry[1].id, { ...entry[1], answer })
      return undefined
    }
    case 'c':
      state.clockOffset = entry[1]
      return undefined
  }
}

function addNew({ tables, lastNew }: State, put: readonly Snapshot[], kind: Kind, record: object): Snapshot {
  lastNew.set(kind, record)
  if (kind !== 'event') return set(tables, kind, record)
  const { object } = record as { object: Reference }
  return set(tables, kind, { ...record, object: resolve(tables, put, object) })
}

/** The log holds what was put, so kind and record belong together. */
function set(tables: Tables, kind: Kind, record: object): Snapshot {
  const table: Table<Stored> = tables[kind]
  table.set(record as Stored)
  return { kind, record } as Snapshot
}

function resolve(tables: Tables, put: readonly Snapshot[], reference: Reference): Snapshot {
  if (typeof reference !== 'number') return snapshotOf(reference[0], findRecord(tables, ...reference))
  const version = put[reference]
  if (!version) throw new Error(`entry ${reference} has put nothing`)
  return version
}

function findRecord<K extends Kind>(tables: Tables, kind: K, id: string): Records[K] {
  const record = tables[kind].get(id)
  if (!record) throw new Error(`the log refers to ${kind} ${id} before it exists`)
  return record
}
