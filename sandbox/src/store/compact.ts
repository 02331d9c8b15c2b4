import type { Snapshot } from '../records/snapshot.ts'
import type { Change, State } from './log-codec.ts'
import { encodeChanges } from './log-codec.ts'
import type { Kind, Records } from './tables.ts'

/**
 * The shortest log with the same meaning. Each version that an event or an answer is about is
 * written right before it, because a reference means the version at that point of the log.
 */
export function* compactLines(state: State): Generator<string> {
  const written = new Map<string, Snapshot>()
  let batch: Change[] = [{ clockOffset: state.clockOffset }]

  function writeVersion(snapshot: Snapshot): void {
    const before = written.get(snapshot.record.id)?.record
    if (before === snapshot.record) return
    written.set(snapshot.record.id, snapshot)
    batch.push(putChange(snapshot.kind, snapshot.record, before))
  }

  const events = [...state.tables.event.all()].sort((a, b) => a.seq - b.seq)
  for (const event of events) {
    writeVersion(event.object)
    batch.push({ put: 'event', record: event })
    if (batch.length > 100) {
      yield encodeChanges(batch)
      batch = []
    }
  }
  for (const entry of state.idempotency.values()) {
    if (typeof entry.answer !== 'string') writeVersion(entry.answer)
    batch.push({ remember: entry })
    if (batch.length > 100) {
      yield encodeChanges(batch)
      batch = []
    }
  }
  for (const kind of Object.keys(state.tables) as Kind[]) {
    if (kind === 'event') continue
    for (const record of state.tables[kind].all()) {
      const before = written.get(record.id)?.record
      if (before === record) continue
      batch.push(putChange(kind, record, before))
      if (batch.length > 100) {
        yield encodeChanges(batch)
        batch = []
      }
    }
  }
  // Versions of what has been removed since were written for their events only.
  for (const [id, { kind }] of written) if (!state.tables[kind].get(id)) batch.push({ remove: kind, id })
  yield encodeChanges(batch)
}

function putChange<K extends Kind>(
  kind: K,
  record: Records[Kind],
  before: Records[Kind] | undefined,
): Change {
  return { put: kind, record, before } as Change
}
