import type { Change, State } from './log-codec.ts'
import { encodeLine } from './log-codec.ts'
import { emptyTables, type Kind, type Records } from './tables.ts'

const changesPerLine = 100

/** The shortest log with the same meaning. */
export function* compactLines(state: State): Generator<string> {
  state.lastNew.clear()
  let line: Change[] = []
  for (const change of changesTo(state)) {
    if (line.push(change) < changesPerLine) continue
    yield encodeLine(line, state.lastNew)
    line = []
  }
  yield encodeLine(line, state.lastNew)
}

/** Each version that an event or an answer is about comes right before it, because a reference means the version at that point of the log. */
function* changesTo(state: State): Generator<Change> {
  const written = emptyTables()

  function* put<K extends Kind>(kind: K, record: Records[K]): Generator<Change> {
    const before = written[kind].set(record)
    if (before !== record) yield { put: kind, record, before } as Change
  }

  yield { clockOffset: state.clockOffset }
  for (const event of [...state.tables.event.all()].sort((a, b) => a.seq - b.seq)) {
    yield* put(event.object.kind, event.object.record)
    yield* put('event', event)
  }
  for (const entry of state.idempotency.values()) {
    if (typeof entry.answer !== 'string') yield* put(entry.answer.kind, entry.answer.record)
    yield { remember: entry }
  }
  for (const kind of Object.keys(written) as Kind[]) {
    for (const record of state.tables[kind].all()) yield* put(kind, record)
    // Versions of what has been removed since were written for their events only.
    for (const { id } of written[kind].all()) if (!state.tables[kind].get(id)) yield { remove: kind, id }
  }
}
