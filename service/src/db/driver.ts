import type { Duplex } from 'node:stream'
import postgres from 'postgres'
import { createNames, type Names } from '../names/names.ts'
import { type Server, socketsToPrimary, socketsWith } from './sockets.ts'

type Options = postgres.Options<Record<string, postgres.PostgresType>>

const connectTimeoutSeconds = 5

export interface Droppable {
  /** Ends all connections, whatever is in flight on them. New ones are opened when they are needed. */
  drop?(): void
}

/** A pool of connections. Of several hosts, all go to the primary. */
export function connect(url: string, given: Options, names: Names = createNames()): postgres.Sql & Droppable {
  const { connect_timeout = connectTimeoutSeconds } = given
  const lookup = names.lookup(Number(connect_timeout) * 1000)
  const open = new Set<Duplex>()
  const tracked =
    <Target>(make: (target: Target) => Duplex | Promise<Duplex>) =>
    async (target: Target) => {
      const socket = await make(target)
      open.add(socket)
      return socket.once('close', () => open.delete(socket))
    }
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  const options = { connect_timeout, onnotice: () => {}, ...given, socket: tracked(socketsWith(lookup)) }
  const { host, port, target_session_attrs } = postgres(url, options).options
  if (host.length === 1 && !target_session_attrs) return Object.assign(postgres(url, options), { drop })
  const anyServer = url.replace(/(?<=[?&])target_session_attrs=[^&]*&?/, '')
  const servers = host.map((name, i) => ({ host: name, port: port[i] ?? 5432 }))
  const socket = socketsToPrimary(servers, lookup, server => isPrimary(anyServer, { ...options, ...server }))
  const toPrimary = { ...servers[0], socket: tracked(socket), target_session_attrs: 'primary' as const }
  return Object.assign(postgres(anyServer, { ...options, ...toPrimary }), { drop })
}

async function isPrimary(url: string, options: Options & Server): Promise<boolean> {
  const server = postgres(url, { ...options, max: 1, fetch_types: false })
  try {
    const [row] = await server<{ inRecovery: boolean }[]>`select pg_is_in_recovery() as "inRecovery"`
    return row?.inRecovery === false
  } finally {
    void server.end({ timeout: 0 })
  }
}

/** The server answered a commit with a rollback: the transaction had failed, unseen by the driver. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
  readonly code = '40000'
  constructor() {
    super('The database rolled the transaction back instead of committing it.')
  }
}

interface Query {
  strings: readonly string[]
  executed: boolean
  resolve(result: postgres.RowList<postgres.Row[]>): void
  reject(error: unknown): void
  handle(): unknown
  simple(): unknown
}

const control = new Set(['commit', 'rollback', 'savepoint ', 'rollback to '])

/**
 * The driver sends the statements that control a transaction as prepared ones, and looks at no answer to a commit. A
 * server that has forgotten them, behind a pooler say, then aborts the transaction, turns the repeated commit into a
 * rollback, and the caller hears of a success. So they are never prepared, and a commit has to be one.
 */
function mendTransactionControl(): void {
  const prototype: Query = Object.getPrototypeOf(postgres()``)
  const { handle } = prototype
  prototype.handle = function (this: Query) {
    const text = this.strings[0] ?? ''
    if (!this.executed && control.has(text)) {
      this.simple()
      if (text === 'commit') expectCommit(this)
    }
    return handle.call(this)
  }
}

function expectCommit(query: Query): void {
  const { resolve } = query
  query.resolve = result => {
    if (result.command === 'COMMIT') resolve(result)
    else query.reject(new RolledBack())
  }
}

mendTransactionControl()
