import type { Clock } from '../time/clock.ts'
import { openDataDir } from './data-dir.ts'
import { type IdempotencyEntry, idempotencyTtlMs } from './idempotency-entry.ts'
import { type RandomText, randomText } from './ids.ts'
import type { Change, State } from './log-codec.ts'
import { emptyTables, type Kind, type Records, type Tables } from './tables.ts'

/** The work of one request or one job. All of it is committed, or none. */
export interface Tx {
  readonly tables: Tables
  /** Milliseconds and seconds of the sandbox's clock. */
  readonly nowMs: number
  readonly now: number
  readonly cause: Cause
  readonly random: RandomText
  nextSeq(): number
  put<K extends Kind>(kind: K, record: Records[K]): Records[K]
  remove(kind: Kind, id: string): void
  remember(entry: IdempotencyEntry): void
}

/** The request that caused a change; null for jobs. */
interface Cause {
  readonly requestId: string | null
  readonly idempotencyKey: string | null
}

export interface Store {
  readonly tables: Tables
  readonly idempotency: ReadonlyMap<string, IdempotencyEntry>
  readonly random: RandomText
  transact<T>(cause: Cause, work: (tx: Tx) => T): T
  /** Called with the changes of a transaction, after it is committed. */
  onCommit(listener: (changes: readonly Change[]) => void): void
  moveClock(offsetMs: number): void
  reset(): void
  close(): void
}

export function openStore(clock: Clock, dataDir: string | undefined): Store {
  const state: State = { tables: emptyTables(), idempotency: new Map(), clockOffset: 0 }
  const disk = dataDir === undefined ? undefined : openDataDir(dataDir, state, Date.now)
  clock.setOffset(state.clockOffset)
  const listeners: ((changes: readonly Change[]) => void)[] = []
  const random = randomText()
  let seq = highestSeq(state.tables)

  function commit(changes: readonly Change[]): void {
    if (changes.length === 0) return
    disk?.append(changes)
    for (const listener of listeners) listener(changes)
  }

  return {
    tables: state.tables,
    idempotency: state.idempotency,
    random,
    transact(cause, work) {
      const changes: Change[] = []
      const undo: (() => void)[] = []
      const nowMs = clock.now()
      const tx: Tx = {
        tables: state.tables,
        nowMs,
        now: Math.floor(nowMs / 1000),
        cause,
        random,
        nextSeq: () => ++seq,
        put(kind, record) {
          const table = state.tables[kind]
          const previous = table.set(record)
          undo.push(() => (previous ? table.set(previous) : table.delete(record.id)))
          changes.push({ put: kind, record } as Change)
          return record
        },
        remove(kind, id) {
          undo.push(removeRecord(state.tables, kind, id))
          changes.push({ remove: kind, id })
        },
        remember(entry) {
          forgetExpired(state.idempotency, nowMs)
          const previous = state.idempotency.get(entry.id)
          state.idempotency.set(entry.id, entry)
          undo.push(() =>
            previous ? state.idempotency.set(entry.id, previous) : state.idempotency.delete(entry.id),
          )
          changes.push({ remember: entry })
        },
      }
      try {
        const result = work(tx)
        commit(changes)
        return result
      } catch (error) {
        for (const step of undo.reverse()) step()
        throw error
      }
    },
    onCommit: listener => listeners.push(listener),
    moveClock(offsetMs) {
      commit([{ clockOffset: offsetMs }])
      clock.setOffset(offsetMs)
    },
    reset() {
      for (const table of Object.values(state.tables)) table.clear()
      state.idempotency.clear()
      clock.setOffset(0)
      disk?.clear()
    },
    close: () => disk?.close(),
  }
}

function removeRecord<K extends Kind>(tables: Tables, kind: K, id: string): () => void {
  const table = tables[kind]
  const removed = table.delete(id)
  return () => removed && table.set(removed)
}

/** The map is in order of insertion, so the oldest come first. */
function forgetExpired(entries: Map<string, IdempotencyEntry>, nowMs: number): void {
  for (const [id, entry] of entries) {
    if (entry.at + idempotencyTtlMs > nowMs) return
    entries.delete(id)
  }
}

function highestSeq(tables: Tables): number {
  let seq = 0
  for (const table of Object.values(tables)) for (const record of table.all()) seq = Math.max(seq, record.seq)
  return seq
}
