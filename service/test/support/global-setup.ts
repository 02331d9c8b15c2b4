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
    /** Of a cluster, the servers beside that one. */
    otherNodes: string[]
  }
}

export interface TestPostgres {
  url: string
  otherNodes: string[]
  usedDir: string
  stop(): Promise<void>
}

/** The coordinator of a cluster to test on. */
const clusterUrl = process.env.SVC_TEST_CLUSTER

/** Nothing in it outlives the run: durability and the care for old rows would only cost time. */
const settings = {
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  // counts nothing but where a test switches it on for its database
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
}

/**
 * One real PostgreSQL for the whole run, or the Citus cluster that is named; each test file clones its own database
 * from the template.
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
  // Hashing the password a single time makes each of the thousands of connections cheap.
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

/** A run that was killed leaves its databases behind, mostly in memory. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = name.match(`^${dirPrefix}(\\d+)-`) ?? []
    if (pid && !isAlive(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** The service asks its database whether it is a cluster's, and then writes as shards need it. One PostgreSQL takes that, too. */
async function passForCluster(databaseUrl: string): Promise<void> {
  const database = postgres(databaseUrl, { max: 1 })
  await database`
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 99999, 'citus', extowner, extnamespace, false, '' from pg_extension where extname = 'plpgsql'`
  await database.end()
}
