import type { Duplex } from 'node:stream'
import postgres from 'postgres'
import { parseDatabaseUrl } from '../settings/database-url.ts'
import { type Server, socketsToPrimary, socketTo } from './sockets.ts'
import { markOfDriver, withCode } from './unavailable.ts'

type Options = postgres.Options<Record<string, postgres.PostgresType>> & {
  socket?(): Duplex | Promise<Duplex>
}

const connectTimeoutSeconds = 5
const endTimeoutSeconds = 1

export interface Droppable {
  /** Closes all connections, even while they are in use. New ones are opened as needed. */
  drop?(): void
  /**
   * With several hosts: closes the connections to all but the primary. A former primary that froze keeps its
   * connections open, and answers with old data when it resumes.
   */
  leaveFormerPrimary?(): Promise<void>
  countConnections?(): number
  /** The number of connections opened so far. Each new one may lead to a different server. */
  countOpened?(): number
}

/** A pool of connections. With several hosts, all go to the primary. */
export function connect(address: string, given: Options): postgres.Sql & Droppable {
  const { url, socketFile } = parseDatabaseUrl(address) ?? { url: address, socketFile: null }
  const options = { connect_timeout: connectTimeoutSeconds, onnotice: () => {}, ...given }
  const { host, port, target_session_attrs } = postgres(url, options).options
  const file = socketFile === null ? {} : { path: socketFile }
  const servers = host.map((name, i) => ({ host: name, port: port[i] ?? 5432, ...file }))
  const anyServer = url.replace(/(?<=[?&])target_session_attrs=[^&]*&?/, '')
  const open = new Set<Duplex & Partial<Server>>()
  let opened = 0
  const tracked = (socket: Duplex) => {
    open.add(socket)
    opened++
    return socket.once('close', () => open.delete(socket))
  }
  const needsPrimary = servers.length > 1 || Boolean(target_session_attrs)
  const ask = (server: Server) =>
    isPrimary(anyServer, { ...options, ...server, socket: () => tracked(socketTo(server)) })
  const sockets = socketsToPrimary(servers, needsPrimary ? ask : async () => true)
  const toPrimary: Options = {
    ...options,
    ...servers[0],
    ...(needsPrimary ? { target_session_attrs: 'primary' } : {}),
    socket: async () => tracked(await sockets.open()),
  }
  const sql = postgres(anyServer, toPrimary)
  const { end } = sql
  return Object.assign(sql, {
    countConnections: () => open.size,
    countOpened: () => opened,
    drop() {
      for (const socket of open) socket.destroy()
    },
    async leaveFormerPrimary() {
      const { host, port } = await sockets.primary()
      for (const socket of open) if (socket.host !== host || socket.port !== port) socket.destroy()
    },
    // a connection lost during a statement never ends by itself
    end: () => end({ timeout: endTimeoutSeconds }),
  })
}

/** If the database takes longer to answer, another one may have replaced it. */
const answerPatienceMs = 5_000

/**
 * Awaits the answer to a frequent query, and checks which server is the primary while the answer is late. So a frozen
 * primary is noticed, even if its successor appears much later.
 */
export async function leavingFormerPrimary<Answer>(db: Droppable, answer: Promise<Answer>): Promise<Answer> {
  const overdue = setInterval(() => db.leaveFormerPrimary?.().catch(() => {}), answerPatienceMs)
  try {
    return await answer
  } finally {
    clearInterval(overdue)
  }
}

async function isPrimary(url: string, options: Options): Promise<boolean> {
  const server = postgres(url, { ...options, max: 1, fetch_types: false })
  try {
    const [row] = await server<{ inRecovery: boolean }[]>`select pg_is_in_recovery() as "inRecovery"`
    return row?.inRecovery === false
  } finally {
    void server.end({ timeout: 0 })
  }
}

/** The options of a statement. Every statement is prepared, even without parameters. */
export interface StatementOptions {
  prepare: true
  simple: false
  /** Its place in the source. The driver adds this stack to the stack of an error. */
  place: Error | undefined
  /** Identifies the prepared statement. By default, the driver joins the types of the parameters and the text. */
  signature?: string
}

interface Query {
  handler: object
  options: { onexecute?: () => boolean } & Partial<StatementOptions>
  strings: readonly string[]
  executed: boolean
  /** The driver's own signature. */
  made?: unknown
  resolve(result: postgres.RowList<postgres.Row[]>): void
  reject(error: unknown): void
  handle(): unknown
  simple(): unknown
}

const queryOf = (sql: postgres.Sql) => sql`` as unknown as Query

const unpipelined = new WeakSet<object>()

/**
 * Outside transactions, sends one statement at a time per connection. PgBouncer detaches the server after each
 * statement; if it has already passed on part of the next statement, that part is never answered.
 */
export function oneByOne<Sql extends postgres.Sql>(sql: Sql): Sql {
  unpipelined.add(queryOf(sql).handler)
  return sql
}

const control = new Set(['commit', 'rollback', 'savepoint ', 'rollback to '])

/**
 * The driver prepares the statements that control a transaction, and ignores the answer to a commit. A server that has
 * lost them, for example behind a pooler, aborts the transaction and turns the repeated commit into a rollback, but the
 * caller sees success. So they are never prepared here, and a commit must be answered with COMMIT.
 */
function patchQueryHandling(): void {
  const prototype: Query = Object.getPrototypeOf(queryOf(postgres()))
  const { handle } = prototype
  prototype.handle = function (this: Query) {
    if (this.executed) return
    const text = this.strings[0] ?? ''
    const { resolve, reject } = this
    // Nothing awaits this query, so its failure would end the process. Other statements report the lost connection.
    this.reject = text.includes('b.typarray') ? () => {} : error => reject(markOfDriver(error))
    if (unpipelined.has(this.handler)) this.options.onexecute ??= () => false
    if (control.has(text)) this.simple()
    if (text === 'commit') {
      this.resolve = result => {
        // otherwise the transaction has failed without the driver noticing
        if (result.command === 'COMMIT') resolve(result)
        else
          this.reject(withCode('40000', 'The database rolled the transaction back instead of committing it.'))
      }
    }
    return handle.call(this)
  }
}

/** Replaces properties that the driver would build for each query: joining a long text to others copies all of it. */
function skipCostlyProperties(): void {
  Object.defineProperties(Object.getPrototypeOf(queryOf(postgres())), {
    origin: {
      configurable: true,
      get(this: Query) {
        return this.options.place?.stack ?? ''
      },
    },
    signature: {
      configurable: true,
      get(this: Query) {
        return this.options.signature ?? this.made
      },
      set(this: Query, signature: unknown) {
        this.made = signature
      },
    },
  })
}

patchQueryHandling()
skipCostlyProperties()
