import { type Change, encodeLine, type State } from './log-codec.ts'
import type { Kind } from './tables.ts'

const changesPerLine = 100

/** An equivalent log without replaced or removed records. */
export function* compactLines(state: State): Generator<string> {
  let line: Change[] = []
  for (const change of changesTo(state)) {
    if (line.push(change) < changesPerLine) continue
    yield encodeLine(line)
    line = []
  }
  yield encodeLine(line)
}

/** An event's object comes right before it if it is the newest version, so that it is written once. */
function* changesTo({ tables, idempotency, clockOffset }: State): Generator<Change> {
  yield { clockOffset }
  const written = new Set<object>()
  for (const event of [...tables.event.all()].sort((a, b) => a.seq - b.seq)) {
    const { kind, record } = event.object
    if (tables[kind].get(record.id) === record && !written.has(record)) {
      written.add(record)
      yield { put: kind, record } as Change
    }
    written.add(event)
    yield { put: 'event', record: event }
  }
  for (const kind of Object.keys(tables) as Kind[]) {
    for (const record of tables[kind].all()) {
      if (!written.has(record)) yield { put: kind, record } as Change
    }
  }
  for (const entry of idempotency.values()) yield { remember: entry }
}
