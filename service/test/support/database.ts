import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'
import { forTests } from './cluster.ts'
import { templateOfSuite } from './in-shards.ts'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** A separate database: a clone of the migrated template, or an empty one. */
export async function createDatabase(from: 'template' | 'empty' = 'template'): Promise<TestDatabase> {
  return await clone(from === 'template' ? templateOfSuite() : 'template0')
}

/** A copy of the current database. Copying ends all connections to it. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  const name = new URL(url).pathname.slice(1)
  await onAllNodes(allow(name, false))
  await onAllNodes(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const copy = await clone(name)
  await onAllNodes(allow(name, true))
  return copy
}

async function clone(original: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onAllNodes(`create database ${name} template ${original} strategy file_copy`)
  if (inject('otherNodes').length > 0) for (const setting of forTests(name)) await onAllNodes(setting)
  return {
    url: `${inject('postgresUrl')}/${name}`,
    drop: async () => {
      await onAllNodes(allow(name, false))
      await onAllNodes(`drop database if exists ${name} with (force)`)
    },
  }
}

const allow = (name: string, connections: boolean) =>
  `update pg_database set datallowconn = ${connections} where datname = '${name}'`

/** On a cluster, the parts of a database on all nodes are cloned together. */
async function onAllNodes(statement: string): Promise<void> {
  for (const node of [inject('postgresUrl'), ...inject('otherNodes')])
    await whenUnused(() => administer(node, statement))
}

/** Connecting costs more than a statement, so a worker keeps one connection to each server for all its files. */
const administrators = new Map<string, postgres.Sql>()

async function administer(node: string, statement: string): Promise<void> {
  const known = administrators.get(node)
  const server = known ?? postgres(`${node}/postgres`, { max: 1, onnotice: () => {} })
  if (!known) administrators.set(node, server)
  await server.unsafe(statement)
}

/** Retries, because Citus may reconnect to a database while its connections are being ended. */
async function whenUnused(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const error = await work().then(
      () => null,
      (failure: { code?: string }) => failure,
    )
    if (!error) return
    if (error.code !== '55006' || tries === 5) throw error
  }
}

/** The same, dropped at the end of the test. */
export async function databaseForThisTest(from: 'template' | 'empty' = 'template'): Promise<string> {
  const database = await createDatabase(from)
  onTestFinished(database.drop)
  return database.url
}
