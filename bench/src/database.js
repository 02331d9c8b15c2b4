import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { migrate } from 'svcpay/dist/db/migrate.js'
import { startEmbeddedPostgres } from 'svcpay-embedded-database'

/** PostgreSQL's default durability, with the memory of a small production server. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  max_connections: '200',
  shared_preload_libraries: 'pg_stat_statements',
}

const template = 'migrated'

/** A PostgreSQL server of its own in a directory of its own, with a migrated database to copy. */
export async function startDatabaseServer() {
  const dir = await mkdtemp(join(tmpdir(), 'svcpay-bench-'))
  const embedded = await startEmbeddedPostgres({ dir, settings })
  const { user, password, host, port } = embedded.connection
  const urlOf = name => `postgres://${user}:${password}@${host}:${port}/${name}`
  const server = postgres(urlOf('postgres'), { max: 1, onnotice: () => {} })
  await server`create database ${server(template)}`
  await migrate(urlOf(template))
  await server`create extension pg_stat_statements`
  const [{ version }] = await server`select current_setting('server_version') as version`
  let made = 0
  return {
    pid: embedded.pid,
    version,
    /** The URL of a new database: a migrated one, or an empty one. */
    async create(name, { migrated = true } = {}) {
      const unique = `${name}_${made++}`
      if (migrated) await server`create database ${server(unique)} template ${server(template)}`
      else await server`create database ${server(unique)}`
      return urlOf(unique)
    },
    async drop(url) {
      await server`drop database ${server(new URL(url).pathname.slice(1))} with (force)`
    },
    counters: url => countersOf(server, new URL(url).pathname.slice(1)),
    async stop() {
      await server.end()
      await embedded.stop()
      await rm(dir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/**
 * A database's work so far. Commits are counted by transaction ids, because every commit that writes takes one at once,
 * while the server's own statistics lag behind.
 */
async function countersOf(server, name) {
  const [row] = await server`
    select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as commits,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes",
      (select coalesce(sum(s.calls), 0)::float8 from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where d.datname = ${name} and s.query !~* '^(begin|commit|rollback)') as statements`
  return row
}
