import postgres from 'postgres'
import type { Names } from '../names/names.ts'
import { connect, type Droppable } from './driver.ts'
import { closeEndedTransactions } from './ended-transactions.ts'
import { createSlots, type Slots } from './slots.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** What kind of database it is. */
export interface Engine {
  /**
   * One PostgreSQL, where a statement may be about many merchants. On a cluster each is about one, so that it runs on
   * one shard. Until the engine is known, so is every statement: that is right on both.
   */
  isOne: boolean
}

export interface Db extends postgres.Sql, Droppable {
  readonly engine: Engine
  /** Of all who work with it. Some of its connections are left to what needs no slot. */
  readonly slots: Slots
  /** Each kind of statement that is sent in batches has its queue here. */
  readonly queues: Map<symbol, unknown>
  begin<Result>(work: (tx: Tx) => Result): Promise<Awaited<Result>>
  begin<Result>(options: string, work: (tx: Tx) => Result): Promise<Awaited<Result>>
}

export interface Tx extends postgres.TransactionSql {
  readonly engine: Engine
}

/** For single statements that are right inside a transaction and outside of one. */
export type Queryable = Db | Tx

/** A condition that is there only when it is asked for, so that each kind of list has a plan and an index of its own. */
export function when<Value>(
  db: Queryable,
  value: Value | null,
  condition: (value: Value) => postgres.PendingQuery<postgres.Row[]>,
) {
  return value === null ? db`` : condition(value)
}

/** The driver's own type of JSON knows no interfaces, though it writes any object as JSON.stringify does. */
export function json(db: Queryable, value: object) {
  return db.json(value as postgres.JSONValue)
}

/**
 * Rows for a statement that works on a set of items. The limit says about how many there are: the planner takes any
 * record set for a hundred rows, and would rather read a small table as a whole, with a plan that it keeps when the
 * table has grown. It is a number in the text, one of a few, so that the plan for it is kept and not made for each call.
 */
export function recordset(db: Queryable, rows: object[], columns: postgres.PendingQuery<postgres.Row[]>) {
  let most = 1
  while (most < rows.length) most *= 8
  return db`(select * from jsonb_to_recordset(${json(db, rows)}) as given (${columns}) limit ${db.unsafe(`${most}`)})`
}

/** Fragments as a list, such as the rows of `values`. */
export function listed(db: Queryable, [first, ...rest]: postgres.PendingQuery<postgres.Row[]>[]) {
  return rest.reduce((list, one) => db`${list}, ${one}`, first ?? db``)
}

export interface DbOptions {
  maxConnections?: number
  applicationName?: string
  statementTimeoutMs?: number
  connectSeconds?: number
  names?: Names
}

export function openDb(url: string, options: DbOptions = {}): Db {
  const settings = {
    max: options.maxConnections ?? 10,
    ...(options.connectSeconds === undefined ? {} : { connect_timeout: options.connectSeconds }),
    // seconds; its own grows to twenty, and whoever stops meanwhile would have to wait for it
    backoff: (tries: number) => Math.min(1, 0.05 * 2 ** tries),
    transform: { column: { from: postgres.toCamel } },
    connection: {
      application_name: options.applicationName ?? 'svcpay',
      statement_timeout: options.statementTimeoutMs ?? 15_000,
      idle_in_transaction_session_timeout: 30_000,
    },
  }
  return asDb(connect(url, settings, options.names))
}

export function asDb(sql: postgres.Sql & Droppable): Db {
  const engine: Engine = { isOne: false }
  const slots = createSlots(Math.max(2, Math.floor(sql.options.max * 0.8)))
  const begin = closeEndedTransactions(sql, isDatabaseUnavailable, { engine })
  return Object.assign(sql, { engine, slots, queues: new Map(), begin }) as Db
}
