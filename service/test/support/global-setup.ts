import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startEmbeddedPostgres } from 'svcpay-embedded-database'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../../embedded-database/test/build-if-stale.ts'
import { copyDir, makeUsedDir } from '../../../embedded-database/test/used-dir.ts'
import { migrate } from '../../src/db/migrate.ts'
import { prepareCluster } from './cluster.ts'
import { isAlive } from './up-instance.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server with a migrated database `template`, to be cloned. */
    postgresUrl: string
    /** The other servers of a cluster. */
    otherNodes: string[]
  }
}

export interface TestPostgres {
  url: string
  otherNodes: string[]
  usedDir: string
  stop(): Promise<void>
}

/** The coordinator of the cluster for the tests, if there is one. */
const clusterUrl = process.env.SVC_TEST_CLUSTER

/** The databases are deleted after the run, so durability and vacuuming would only cost time. */
const settings = {
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  // counts only in databases for which a test switches it on
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
}

/**
 * Provides one real PostgreSQL for the whole run, or the cluster in SVC_TEST_CLUSTER. Each test file clones its own
 * database from the template.
 */
export default async function setup(project: TestProject) {
  await buildIfStale()
  const { url, otherNodes, usedDir, stop } = await (clusterUrl ? prepareCluster(clusterUrl) : start())
  project.provide('postgresUrl', url)
  project.provide('otherNodes', otherNodes)
  project.provide('usedDir', usedDir)
  return stop
}

const dirPrefix = 'svcpay-service-test-'

async function start(): Promise<TestPostgres> {
  await removeLeftovers()
  const dir = await mkdtemp(join(tmpdir(), `${dirPrefix}${process.pid}-`))
  const usedDir = await makeUsedDir()
  await copyDir(usedDir.path, dir)
  const embedded = await startEmbeddedPostgres({ dir, settings })
  const { user, password, host, port } = embedded.connection
  const url = `postgres://${user}:${password}@${host}:${port}`
  const server = postgres(`${url}/postgres`, { max: 1 })
  // A single iteration of the password hash makes each of the thousands of connections cheap.
  await server.unsafe(`set scram_iterations = 1; alter role ${user} password '${password}'`)
  await server`create database template`
  await migrate(`${url}/template`)
  await server`create database in_shards template template`
  await server.end()
  await passForCluster(`${url}/in_shards`)
  return {
    url,
    otherNodes: [],
    usedDir: usedDir.path,
    async stop() {
      await embedded.stop()
      await usedDir.remove()
      await rm(dir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Removes the databases of killed runs, most of which are in memory. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = name.match(`^${dirPrefix}(\\d+)-`) ?? []
    if (pid && !isAlive(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** Makes the service take this database for a cluster's. One PostgreSQL also accepts the statements for shards. */
async function passForCluster(databaseUrl: string): Promise<void> {
  const database = postgres(databaseUrl, { max: 1 })
  await database`
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 99999, 'citus', extowner, extnamespace, false, '' from pg_extension where extname = 'plpgsql'`
  await database.end()
}
