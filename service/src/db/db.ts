import postgres from 'postgres'
import { connect, type Droppable, oneByOne } from './driver.ts'
import { closeEndedTransactions } from './ended-transactions.ts'
import { createSlots, type Slots } from './slots.ts'
import { withStatements } from './statement.ts'
import { codeOf } from './unavailable.ts'
import { type Usage, watchStatements } from './usage.ts'

interface Engine {
  /**
   * True for a single PostgreSQL, where a statement may concern many merchants. On a cluster, each statement concerns
   * one merchant, so that it runs on one shard. Until the engine is known, this is false, which works on both.
   */
  isOne: boolean
  /** Whether event bodies may be deflated: not while a release that cannot inflate them may use the database. */
  mayDeflate: boolean
}

export interface Db extends postgres.Sql, Droppable {
  readonly engine: Engine
  /** Whether there is a connection pooler in between, so that no connection is really ours. */
  readonly isPooled: boolean
  /** Shared by all users of the database. Some connections are reserved for statements that need no slot. */
  readonly slots: Slots
  readonly usage: Usage
  begin<Result>(work: (tx: Tx) => Result): Promise<Awaited<Result>>
  begin<Result>(options: string, work: (tx: Tx) => Result): Promise<Awaited<Result>>
}

export interface Tx extends postgres.TransactionSql {
  readonly engine: Engine
}

/** For single statements that work both inside and outside a transaction. */
export type Queryable = Db | Tx

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

/** Adds a condition only if there is a value, so that each kind of list has its own plan and index. */
export function when<Value>(db: Queryable, value: Value | null | undefined, add: (value: Value) => Fragment) {
  return value === null || value === undefined ? db`` : add(value)
}

/** A `like` pattern for text that contains this. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** The driver's JSON type rejects interfaces, although the driver writes any object as JSON.stringify does. */
export const json = (db: Queryable, value: object) => db.json(value as postgres.JSONValue)

/**
 * Rows for a statement that works on a set of items. The limit gives the planner a rough row count. Without a limit, the
 * planner expects a hundred rows from any record set, scans a small table in full, and keeps that plan as the table
 * grows. Only a few limits are used, so that statements and their plans are reused.
 */
export function recordset(db: Queryable, rows: object[], columns: Fragment) {
  return db`(select * from jsonb_to_recordset(${json(db, rows)}) as given (${columns}) ${atMost(db, rows.length)})`
}

function atMost(db: Queryable, count: number): Fragment {
  if (count <= 1) return db`limit 1`
  if (count <= 8) return db`limit 8`
  if (count <= 64) return db`limit 64`
  if (count <= 512) return db`limit 512`
  return count <= 4096 ? db`limit 4096` : db``
}

/** Fragments as a list, such as the rows of `values`, with commas or another separator. */
export function listed(db: Queryable, [first, ...rest]: Fragment[], between = db`, `) {
  return rest.reduce((list, one) => db`${list}${between}${one}`, first ?? db``)
}

/**
 * The next version of a row. Divides by zero if the row no longer has the version that the write was computed from, so
 * that neither the statement nor its transaction writes anything.
 */
export const nextVersion = (db: Queryable, row: string, known: string) =>
  db`${db(row)}.version + 1 / (${db(row)}.version = ${db(known)}.version)::int`

/** True if a write found another version. */
export const isOutdated = (error: unknown) => codeOf(error) === '22012'

/** The limits that the service sets on each connection, in milliseconds. */
export const sessionLimits = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 30_000 }

interface DbOptions {
  maxConnections?: number
  applicationName?: string
  statementTimeoutMs?: number
  connectSeconds?: number
  /** The URL of the same database, bypassing the pooler at the first URL. */
  directUrl?: string | null
}

export function openDb(url: string, options: DbOptions = {}): Db {
  const { applicationName = 'svcpay', directUrl = null } = options
  const settings = {
    max: options.maxConnections ?? 10,
    ...(options.connectSeconds === undefined ? {} : { connect_timeout: options.connectSeconds }),
    // in seconds; the default grows to twenty, and a stop would have to wait that long
    backoff: (tries: number) => Math.min(1, 0.05 * 2 ** tries),
    transform: { column: { from: postgres.toCamel } },
  }
  const connection = { application_name: applicationName }
  const { statementTimeoutMs: statement_timeout = sessionLimits.statement_timeout } = options
  const limited = { ...settings, connection: { ...connection, ...sessionLimits, statement_timeout } }
  if (directUrl === null) return asDb(connect(url, limited))
  const direct = connect(directUrl, { ...limited, max: 1 })
  const pooled = asDb(oneByOne(connect(url, { ...settings, connection, prepare: false })), true)
  const { end, leaveFormerPrimary } = pooled
  return Object.assign(pooled, {
    listen: direct.listen,
    leaveFormerPrimary: async () =>
      void (await Promise.all([leaveFormerPrimary?.(), direct.leaveFormerPrimary?.()])),
    end: async () => void (await Promise.all([end(), direct.end()])),
  })
}

export function asDb(sql: postgres.Sql & Droppable, isPooled = false): Db {
  const engine: Engine = { isOne: false, mayDeflate: false }
  const slots = createSlots(Math.max(2, Math.floor(sql.options.max * 0.8)))
  const usage: Usage = { underway: 0, onEnd: null, lackedRoomAt: null }
  const begin = closeEndedTransactions(sql, { engine }, usage)
  const made = { engine, isPooled, slots, usage, begin }
  return Object.assign(withStatements(sql, watchStatements(usage)), made) as Db
}
